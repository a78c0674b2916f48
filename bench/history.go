package main

import (
	"math/rand/v2"
	"time"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// perLoad is how many punches are written in one transaction.
const perLoad = 20_000

// punch writes the punches of the company as they would have come in: day by day, everybody's before the meal and then
// everybody's after it.
func (b *builder) punch(total int) {
	h := &history{builder: b, random: rand.New(rand.NewPCG(7, uint64(b.number)))}
	for h.done < total && b.err == nil {
		b.first(b.app.Store().Write(b.ctx, b.company.Account, time.Now(), func(tx *store.Tx) error {
			if err := tx.ReserveIDs(b.ctx, perLoad); err != nil {
				return err
			}
			tx.Gather()
			for range min(perLoad, total-h.done) {
				p, err := h.next(tx)
				if err != nil {
					return err
				}
				if err := tx.LoadPunch(b.ctx, p); err != nil {
					return err
				}
			}
			return tx.WriteGathered(b.ctx)
		}))
	}
	if b.err != nil {
		return
	}
	b.first(b.app.Store().Write(b.ctx, b.company.Account, time.Now(), func(tx *store.Tx) error {
		for _, employee := range b.company.Employees {
			if err := tx.NoteLastPunch(b.ctx, employee); err != nil {
				return err
			}
		}
		return nil
	}))
}

// history is where the punches of a company have got to.
type history struct {
	*builder
	random *rand.Rand
	done   int
	stamp  time.Time // of the last one
}

// next is the next punch.
func (h *history) next(tx *store.Tx) (*attendance.Punch, error) {
	who := h.done % len(h.workers)
	half := h.done / len(h.workers)
	h.done++
	id, err := tx.NewID(h.ctx)
	if err != nil {
		return nil, err
	}
	day := workday(half / 2)
	begins, lasts := 8*time.Hour, 4*time.Hour
	if half%2 == 1 {
		begins = 12*time.Hour + 30*time.Minute
	}
	zone := h.zones[who]
	in := time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, zone).Add(begins + h.jitter())
	out := in.Add(lasts + h.jitter())
	_, offset := in.Zone()
	p := attendance.NewPunch()
	p.TakeFrom(h.workers[who])
	p.Timezone, p.InDt, p.OutDt = zone.String(), in.UTC(), new(out.UTC())
	p.InLocal = in.UTC().Add(time.Duration(offset) * time.Second)
	p.OpenUntil = p.InDt.Add(attendance.LongestShift)
	clock := &h.clocks[who%len(h.clocks)]
	p.InClock, p.OutClock, p.InOrgUnit, p.OutOrgUnit = clock, clock, &p.OrgUnit, &p.OrgUnit
	h.adorn(p)
	h.stamp = latest(h.stamp.Add(time.Millisecond), p.OutDt.Add(2*time.Second))
	p.Identity = attendance.Identity{ID: id, Created: h.stamp, Modified: h.stamp}
	return p, nil
}

// adorn gives some of the punches what only some have.
func (h *history) adorn(p *attendance.Punch) {
	if h.random.IntN(10) < 6 {
		p.Job = &h.jobs[h.random.IntN(len(h.jobs))]
	}
	if p.Job != nil && h.random.IntN(3) == 0 {
		p.JobPhase, p.CostCode = &h.phases[h.random.IntN(len(h.phases))], &h.codes[h.random.IntN(len(h.codes))]
	}
	if h.random.IntN(10) == 0 {
		p.Labels = []attendance.LabelRef{attendance.LabelRef(labelText(h.labels[h.random.IntN(len(h.labels))]))}
	}
	switch h.random.IntN(50) {
	case 0:
		p.Notes = new("Forgot to punch out; corrected by the supervisor.")
		p.OutExceptions, p.OverrideBy = attendance.ExceptionEdited, new("Payroll sync")
	case 1:
		p.InExceptions, p.Status = attendance.ExceptionGeo, attendance.PunchFlagged
	}
}

// jitter is up to a quarter of an hour.
func (h *history) jitter() time.Duration { return time.Duration(h.random.IntN(900)) * time.Second }

// workday is the n-th day from firstDay that is neither a Saturday nor a Sunday.
func workday(n int) time.Time {
	weeks, days := n/5, n%5
	if days > 2 { // firstDay is a Wednesday
		days += 2
	}
	return firstDay.AddDate(0, 0, 7*weeks+days)
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
