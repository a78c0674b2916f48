package cards

import (
	"cmp"
	"fmt"
	"slices"
)

// note is a step whose dates are known only later: those of the parts of a pair.
type note struct {
	Step
	pair  int32 // -1 when Date is set
	where which
}

// which of the parts of a pair a note is about.
type which uint8

const (
	firstPart which = iota
	lastPart
	everyPart
)

// note records a step about a date.
func (e *Evaluator) note(number int, d Date, punch, seconds int64, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	e.notes = append(e.notes, note{Step: Step{Number: number, Date: d, Punch: punch, Text: text, Seconds: seconds}, pair: -1})
}

// notePair records a step about a pair.
func (e *Evaluator) notePair(number int, p *pair, where which, seconds int64, format string, args ...any) {
	index, _ := slices.BinarySearchFunc(e.pairs, p, func(a pair, b *pair) int { return e.before(a, *b) })
	step := Step{Number: number, Punch: e.punch(p).ID, Text: fmt.Sprintf(format, args...), Seconds: seconds}
	e.notes = append(e.notes, note{Step: step, pair: int32(index), where: where})
}

// writeSteps puts the notes into the result, by date and then in the order of evaluation.
func (e *Evaluator) writeSteps() {
	e.result.Steps = e.result.Steps[:0]
	for i := range e.notes {
		n := &e.notes[i]
		if n.pair < 0 {
			e.result.Steps = append(e.result.Steps, n.Step)
			continue
		}
		p := &e.pairs[n.pair]
		for k := p.first; k < p.first+p.count; k++ {
			if n.where == firstPart && k > p.first || n.where == lastPart && k < p.first+p.count-1 {
				continue
			}
			step := n.Step
			step.Date = e.parts[k].date
			e.result.Steps = append(e.result.Steps, step)
		}
	}
	slices.SortStableFunc(e.result.Steps, func(a, b Step) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Number, b.Number))
	})
}
