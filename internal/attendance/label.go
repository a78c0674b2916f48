package attendance

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The kinds of labels: on employees, on work (jobs, phases, cost codes, punches) and on devices.
const (
	LabelUser   = "user"
	LabelWork   = "work"
	LabelDevice = "device"
)

// Label is a mark that records carry, by which they are found and by which access to others is given.
type Label struct {
	Identity
	Kind   string // user, work or device; it never changes, because every reference to a label names it
	Name   string // unique within the kind, without regard to case
	Active bool
}

// Fields passes every field of the label.
func (l *Label) Fields(f Fields) {
	f.Int("id", l.ID)
	f.Text("kind", l.Kind)
	f.Text("name", l.Name)
	f.Bool("active", l.Active)
	l.stamps(f)
}

// LabelInput is what may be written to a label.
type LabelInput struct {
	Kind   Opt[string] `json:"kind" doc:"What carries the label: user is employees, work is jobs, job phases, cost codes and punches, device is devices. It cannot be changed later." required:"true" enum:"user,work,device"`
	Name   Opt[string] `json:"name" doc:"Name, 1 to 200 characters, unique among the labels of the kind." required:"true" bounds:"1..200"`
	Active Opt[bool]   `json:"active" doc:"Whether new records may carry it. True when left out."`
}

// NewLabel is a label with the values that hold when nothing is said.
func NewLabel() *Label { return &Label{Active: true} }

// Apply writes the given values to the label.
func (in LabelInput) Apply(l *Label) {
	in.Kind.To(&l.Kind)
	in.Name.To(&l.Name)
	in.Active.To(&l.Active)
}

// Validate says what is wrong with the label.
func (l *Label) Validate(p *Problems) {
	p.CheckWord("kind", l.Kind, LabelUser, LabelWork, LabelDevice)
	p.CheckName("name", &l.Name)
}

// LabelFilter narrows a list of labels.
type LabelFilter struct {
	IDs    []int64
	Kinds  []string
	Active *bool
	Search []string // parts of the name, one of which must match
}

// LabelRef names a label, as user:4, work:7 or device:2, or all labels of a kind, as user:all. The number is the
// label's id, not that of who carries it.
type LabelRef string

// MakeLabelRef is the reference to a label.
func MakeLabelRef(kind string, id int64) LabelRef {
	return LabelRef(kind + ":" + strconv.FormatInt(id, 10))
}

// UnmarshalText reads a label string.
func (l *LabelRef) UnmarshalText(text []byte) error {
	kind, word, ok := strings.Cut(string(text), ":")
	id, err := strconv.ParseInt(word, 10, 64)
	known := kind == LabelUser || kind == LabelWork || kind == LabelDevice
	if !ok || !known || word != "all" && (err != nil || id < 1 || word != strconv.FormatInt(id, 10)) {
		return FieldError{Code: "format", Detail: fmt.Sprintf("%.40q is not a label. Write user:ID, work:ID or device:ID, or all in place of the id.", text)}
	}
	*l = LabelRef(text)
	return nil
}

// Kind is user, work or device.
func (l LabelRef) Kind() string {
	kind, _, _ := strings.Cut(string(l), ":")
	return kind
}

// ID is the label's id, 0 for a wildcard.
func (l LabelRef) ID() int64 {
	_, word, _ := strings.Cut(string(l), ":")
	id, _ := strconv.ParseInt(word, 10, 64)
	return id
}

// mostLabels is how many labels a record may carry, or allow.
const mostLabels = 500

// CheckLabels says what is wrong with the labels that a record carries: too many, a wildcard, one that stands twice, one
// of another kind than the record takes.
func (p *Problems) CheckLabels(field string, labels []LabelRef, kinds ...string) {
	if len(labels) > mostLabels {
		p.Add(field, "range", "%s must have at most %d labels.", field, mostLabels)
		return
	}
	for i, l := range labels {
		at := fmt.Sprintf("%s[%d]", field, i)
		switch {
		case l.ID() == 0:
			p.Add(at, "format", "%s must name a label by its id: %q is for allowLabels only.", at, l)
		case !slices.Contains(kinds, l.Kind()):
			p.Add(at, "format", "%s must be a label of kind %s, not %q.", at, strings.Join(kinds, " or "), l)
		case slices.Contains(labels[:i], l):
			p.Add(at, "duplicate", "%s stands twice: %q.", at, l)
		}
	}
}

// CheckAllowLabels says what is wrong with labels that give access, wildcards included: too many, or one that stands
// twice.
func (p *Problems) CheckAllowLabels(field string, labels []LabelRef) {
	if len(labels) > mostLabels {
		p.Add(field, "range", "%s must have at most %d labels.", field, mostLabels)
		return
	}
	for i, l := range labels {
		if slices.Contains(labels[:i], l) {
			at := fmt.Sprintf("%s[%d]", field, i)
			p.Add(at, "duplicate", "%s stands twice: %q.", at, l)
		}
	}
}

// everybody is the allowLabels of a record that says nothing: usable at all devices by all employees.
func everybody() []LabelRef { return []LabelRef{LabelDevice + ":all", LabelUser + ":all"} }

// textsOf passes a list of texts of a type of their own, such as labels.
func textsOf[T ~string](f Fields, name string, texts []T) {
	words := make([]string, len(texts))
	for i, text := range texts {
		words[i] = string(text)
	}
	f.Texts(name, words)
}

// addLabelRefs passes the labels that a record carries, as references.
func addLabelRefs(add func(RefKind, int64), labels []LabelRef) {
	for _, l := range labels {
		add(RefLabel, l.ID())
	}
}
