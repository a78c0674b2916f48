package app

import (
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/cards"
)

// shiftCard is the engine's shift card as a record.
func (e *evaluated) shiftCard(c *cards.ShiftCard) *attendance.ShiftCard {
	s := &attendance.ShiftCard{
		Card: e.card(&c.Card), IsTardy: c.IsTardy, HasException: c.HasException, HasFlagged: c.HasFlagged,
		Late: orNull(c.Late), EarlyOut: orNull(c.EarlyOut), BeforeStart: orNull(c.BeforeStart), AfterEnd: orNull(c.AfterEnd),
	}
	s.Tags = e.tags(c, e.hasOvertime(c))
	return s
}

// timeCard is the engine's time card as a record. Its tags are those of its shift, but for its own overtime.
func (e *evaluated) timeCard(c *cards.TimeCard) *attendance.TimeCard {
	t := &attendance.TimeCard{
		Card: e.card(&c.Card), Totals: make([]attendance.CategoryTotal, len(c.Totals)), Premiums: make([]attendance.PremiumTotal, len(c.Premiums)),
	}
	t.Tags = e.tags(&e.ShiftCards[c.Shift], isOvertime(c))
	for i, total := range c.Totals {
		t.Totals[i] = attendance.CategoryTotal{Category: total.Category.String(), PayCode: total.PayCode, Total: total.Total}
	}
	for i, premium := range c.Premiums {
		t.Premiums[i] = attendance.PremiumTotal{Name: premium.Name, PayCode: premium.PayCode, Total: premium.Total}
	}
	return t
}

func isOvertime(c *cards.TimeCard) bool {
	for _, t := range c.Totals {
		if t.Category != cards.Regular && t.Category != cards.MinimumShiftTopUp {
			return true
		}
	}
	return false
}

// hasOvertime says whether one of the shift's time cards has overtime.
func (e *evaluated) hasOvertime(c *cards.ShiftCard) bool {
	for i := range e.TimeCards {
		if t := &e.TimeCards[i]; e.ShiftCards[t.Shift].ID == c.ID && isOvertime(t) {
			return true
		}
	}
	return false
}

func (e *evaluated) tags(c *cards.ShiftCard, overtime bool) attendance.CardTags {
	tags := attendance.CardTags{Tardy: c.IsTardy, Exception: c.HasException, Flagged: c.HasFlagged, Overtime: overtime, Missing: c.Exceptions.Has(cards.ExceptionMissing)}
	for i := range c.Punches {
		p := &c.Punches[i]
		tags.Open = tags.Open || p.State == cards.Open
		stored := &e.punches[p.Index]
		tags.Edited = tags.Edited || (engineExceptions(stored.InExceptions) | engineExceptions(stored.OutExceptions)).Has(cards.ExceptionEdited)
	}
	return tags
}

// card is what both kinds of card have in common. Org unit and department are those of the shift's first punch.
func (e *evaluated) card(c *cards.Card) attendance.Card {
	first := &e.punches[c.Punches[0].Index]
	out := attendance.Card{
		ID: c.ID, Employee: e.employee, OrgUnit: first.OrgUnit, Department: first.Department,
		PayClass: zeroIsNull(c.PayClass), ShiftClass: zeroIsNull(c.ShiftClass), Timezone: c.Zone.Name(),
		Date: attendance.Date(c.Date.String()), ShiftDate: attendance.Date(c.ShiftDate.String()),
		Start: time.Unix(c.Start, 0).UTC(), End: instantOrNull(c.End), RawTotal: c.RawTotal, ProcessedTotal: c.ProcessedTotal,
		Exceptions: c.Exceptions.Names(), Created: time.UnixMicro(c.Created).UTC(), Modified: time.UnixMicro(c.Modified).UTC(),
		Punches: make([]attendance.CardPunch, len(c.Punches)),
	}
	for i := range c.Punches {
		p := &c.Punches[i]
		stored := &e.punches[p.Index]
		out.Punches[i] = attendance.CardPunch{
			ID: p.ID, In: instantOrNull(p.In), Out: instantOrNull(p.Out), Status: stored.Status,
			ProcessedTotal: orNull(p.ProcessedTotal), RawTotal: orNull(p.RawTotal),
		}
		if stored.OutKind != "" {
			out.Punches[i].OutKind = new(stored.OutKind)
		}
	}
	return out
}

// orNull is a total of the engine, nil where it is not there.
func orNull(v int64) *int64 {
	if v == cards.None {
		return nil
	}
	return &v
}

func zeroIsNull(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

func instantOrNull(seconds int64) *time.Time {
	if seconds == cards.None {
		return nil
	}
	t := time.Unix(seconds, 0).UTC()
	return &t
}
