package cards_test

import (
	"reflect"
	"slices"

	"punchclock/internal/cards"
)

// shrink is the smallest case like this one, on the way of leaving things out one by one, that still fails.
func shrink(t *trial, fails func(*trial) bool) *trial {
	for smaller := true; smaller; {
		smaller = false
		for i := 0; ; i++ {
			less := *t
			less.in = clone(reflect.ValueOf(t.in)).Interface().(cards.Input)
			out := leaver{at: i}
			out.visit(reflect.ValueOf(&less.in).Elem())
			if out.at >= 0 {
				break
			}
			if out.changed && fails(&less) {
				t, smaller = &less, true
				i--
			}
		}
	}
	return t
}

// clone copies a value with all that it refers to but time zones.
func clone(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || v.Type() == reflect.TypeFor[*cards.Zone]() {
			return v
		}
		c.Set(reflect.New(v.Type().Elem()))
		c.Elem().Set(clone(v.Elem()))
	case reflect.Slice:
		for i := range v.Len() {
			c.Set(reflect.Append(c, clone(v.Index(i))))
		}
	case reflect.Struct, reflect.Array:
		each(c, v, func(to, from reflect.Value) { to.Set(clone(from)) })
	default:
		return v
	}
	return c
}

// each calls do for the fields or elements of two values of one type.
func each(a, b reflect.Value, do func(a, b reflect.Value)) {
	if a.Kind() == reflect.Struct {
		for i := range a.NumField() {
			do(a.Field(i), b.Field(i))
		}
		return
	}
	for i := range a.Len() {
		do(a.Index(i), b.Index(i))
	}
}

// leaver leaves out the at-th thing of an input that can be left out. Its at is below 0 when it has.
type leaver struct {
	at      int
	changed bool
}

func (l *leaver) here() bool {
	l.at--
	return l.at == -1
}

// try sets a value at the given place.
func (l *leaver) try(v, to reflect.Value) {
	if !v.Equal(to) && l.here() {
		v.Set(to)
		l.changed = true
	}
}

func (l *leaver) visit(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		for i := 0; i < v.Len() && l.at >= 0 && v.Type() != reflect.TypeFor[[]*cards.Rules](); i++ {
			if l.here() {
				v.Set(reflect.AppendSlice(v.Slice(0, i), v.Slice(i+1, v.Len())))
				l.changed = true
			}
		}
		fallthrough
	case reflect.Array:
		for i := 0; i < v.Len() && l.at >= 0; i++ {
			l.visit(v.Index(i))
		}
	case reflect.Pointer:
		if v.Type() != reflect.TypeFor[*cards.Rules]() && !v.IsNil() {
			l.try(v, reflect.Zero(v.Type()))
		}
		if v.Type() != reflect.TypeFor[*cards.Zone]() && !v.IsNil() {
			l.visit(v.Elem())
		}
	case reflect.Struct:
		l.visitFields(v)
	}
}

// visitFields leaves out fields. Structs that say of themselves that they are off are left out as a whole too; numbers
// without which the others mean nothing stay.
func (l *leaver) visitFields(v reflect.Value) {
	for i := 0; i < v.NumField() && l.at >= 0; i++ {
		f, name := v.Field(i), v.Type().Field(i).Name
		switch {
		case f.Kind() == reflect.Struct && (f.FieldByName("Set").IsValid() || f.FieldByName("Mode").IsValid()):
			if !f.IsZero() {
				l.try(f, reflect.Zero(f.Type()))
			}
		case slices.Contains([]string{"DailyBefore", "WeeklyBefore", "Maximum"}, name):
			l.try(f, reflect.ValueOf(cards.NoLimit))
			continue
		case slices.Contains([]string{"In", "Out", "ID", "Gap", "From", "To", "Now", "Start", "End", "BindWindow", "Interval", "Mode", "Kind", "Set", "Regular"}, name):
			if f.Kind() != reflect.Struct || name == "Regular" {
				continue
			}
		case f.CanInt() || f.CanUint() || f.Kind() == reflect.Bool:
			l.try(f, reflect.Zero(f.Type()))
			continue
		}
		l.visit(f)
	}
}
