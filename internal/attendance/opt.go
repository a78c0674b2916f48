package attendance

// Opt is a value in the body of a request that may have been left out. A field that can be cleared is an Opt of a
// pointer: absent, null (set, nil) or a value.
type Opt[T any] struct {
	Value T
	Set   bool
}

// Some is an Opt that holds v.
func Some[T any](v T) Opt[T] { return Opt[T]{Value: v, Set: true} }

// To writes the value to dst when there is one.
func (o Opt[T]) To(dst *T) {
	if o.Set {
		*dst = o.Value
	}
}

// Or is the value, or fallback when there is none.
func (o Opt[T]) Or(fallback T) T {
	if o.Set {
		return o.Value
	}
	return fallback
}
