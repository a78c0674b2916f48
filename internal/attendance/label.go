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

// CheckLabels says what is wrong with the labels that a record carries: a wildcard, one that stands twice, one of
// another kind than the record takes.
func (p *Problems) CheckLabels(field string, labels []LabelRef, kinds ...string) {
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

// texts passes label references as strings.
func textsOf(f Fields, name string, labels []LabelRef) {
	words := make([]string, len(labels))
	for i, l := range labels {
		words[i] = string(l)
	}
	f.Texts(name, words)
}

// addLabelRefs passes the labels that a record carries, as references.
func addLabelRefs(add func(RefKind, int64), labels []LabelRef) {
	for _, l := range labels {
		add(RefLabel, l.ID())
	}
}
