package cards_test

import (
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"punchclock/internal/cards"
)

// trials is how many random cases are tried: few when the tests are short, and any number when REFERENCE_TRIALS says so.
func trials(t *testing.T) (from, to uint64) {
	t.Helper()
	n, from := uint64(20_000), uint64(0)
	switch {
	case testing.Short():
		n = 500
	case raceDetector:
		n = 2_000
	}
	for name, value := range map[string]*uint64{"REFERENCE_TRIALS": &n, "REFERENCE_FROM": &from} {
		if s := os.Getenv(name); s != "" {
			var err error
			if *value, err = strconv.ParseUint(s, 10, 63); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
	return from, from + n
}

// TestEngineAgreesWithReference holds the engine against the reference in random cases.
func TestEngineAgreesWithReference(t *testing.T) {
	t.Parallel()
	from, to := trials(t)
	var next atomic.Uint64
	next.Store(from)
	var wrong atomic.Int64
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			var e cards.Evaluator
			for seed := next.Add(1) - 1; seed < to && wrong.Load() < 1; seed = next.Add(1) - 1 {
				if c := makeTrial(seed); differs(&e, c) != "" {
					wrong.Add(1)
					c = shrink(c, func(c *trial) bool { return differs(&e, c) != "" })
					t.Errorf("engine (-) and reference (+) differ:\n%s\n%s", c, differs(&e, c))
				}
			}
		})
	}
	group.Wait()
}

// differs is how the engine differs from the reference.
func differs(e *cards.Evaluator, t *trial) string {
	return compareResults(e.Evaluate(&t.in), refer(&t.in, t.step))
}

// compareResults is the lines that two results do not share; nothing when they are the same.
func compareResults(a, b *cards.Result) string {
	got, want := render(a), render(b)
	if got == want {
		return ""
	}
	if d := only("-", got, want) + only("+", want, got); d != "" {
		return d
	}
	return "-" + got + "+" + want // only the order differs
}

// only is the lines of one text that the other has not.
func only(mark, text, other string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.Contains(other, line) {
			b.WriteString(mark + line)
		}
	}
	return b.String()
}

// render writes all of a result but its steps as lines.
func render(res *cards.Result) string {
	var b strings.Builder
	for _, c := range res.ShiftCards {
		fmt.Fprintf(&b, "shift tardy %v exception %v flagged %v late %s early %s before %s after %s\n", c.IsTardy, c.HasException, c.HasFlagged,
			number(c.Late), number(c.EarlyOut), number(c.BeforeStart), number(c.AfterEnd))
		renderCard(&b, &c.Card)
	}
	for _, c := range res.TimeCards {
		fmt.Fprintf(&b, "time card of shift %d\n", c.Shift)
		renderCard(&b, &c.Card)
		for _, t := range c.Totals {
			fmt.Fprintf(&b, "  %v by pay code %d: %d\n", t.Category, t.PayCode, t.Total)
		}
		for _, p := range c.Premiums {
			fmt.Fprintf(&b, "  premium %s by pay code %d: %d\n", p.Name, p.PayCode, p.Total)
		}
	}
	fmt.Fprintf(&b, "settled %v\n", res.Settled)
	return b.String()
}

func renderCard(b *strings.Builder, c *cards.Card) {
	fmt.Fprintf(b, "  id %d class %d shift class %d zone %s date %v shift date %v start %s end %s raw %d processed %d exceptions %v created %d modified %d\n",
		c.ID, c.PayClass, c.ShiftClass, c.Zone.Name(), c.Date, c.ShiftDate, clock(c.Zone, c.Start), clock(c.Zone, c.End), c.RawTotal,
		c.ProcessedTotal, c.Exceptions.Names(), c.Created, c.Modified)
	for _, p := range c.Punches {
		fmt.Fprintf(b, "  punch %d at %d: %s to %s status %d out kind %d state %d raw %s processed %s\n", p.ID, p.Index, clock(c.Zone, p.In),
			clock(c.Zone, p.Out), p.Status, p.OutKind, p.State, number(p.RawTotal), number(p.ProcessedTotal))
	}
}

func number(n int64) string {
	switch n {
	case cards.None:
		return "none"
	case cards.NoLimit:
		return "no limit"
	}
	return strconv.FormatInt(n, 10)
}

func clock(z *cards.Zone, at int64) string {
	if at == cards.None {
		return "none"
	}
	return time.Unix(at, 0).In(location(z.Name())).Format("2006-01-02T15:04:05-07:00")
}

// String writes the case so that it can be read: punches, and whatever is not zero in the rules.
func (t *trial) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "seed %d, steps of %d s, asked at %d for %v to %v, holidays %v\n", t.seed, t.step, t.in.Now, t.in.From, t.in.To, t.in.Holidays)
	used := map[int]bool{}
	for _, p := range t.in.Punches {
		used[p.Class] = true
		fmt.Fprintf(&b, "punch %d: %s to %s %s class %d status %d out kind %d long approved %v exceptions %v %v created %d modified %d\n", p.ID,
			clock(p.Zone, p.In), clock(p.Zone, p.Out), p.Zone.Name(), p.Class, p.Status, p.OutKind, p.LongApproved, p.InExceptions.Names(),
			p.OutExceptions.Names(), p.Created, p.Modified)
	}
	for i, r := range t.in.Classes {
		if used[i] {
			fmt.Fprintf(&b, "class %d:%s\n", i, set(reflect.ValueOf(*r)))
		}
	}
	if t.in.Schedule != nil {
		fmt.Fprintf(&b, "schedule:%s\n", set(reflect.ValueOf(*t.in.Schedule)))
	}
	return b.String()
}

// set writes what is not zero in a value.
func set(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Struct:
		s := ""
		for i := range v.NumField() {
			if !v.Field(i).IsZero() {
				s += " " + v.Type().Field(i).Name + set(v.Field(i))
			}
		}
		return "{" + s + " }"
	case reflect.Slice, reflect.Array:
		s := ""
		for i := range v.Len() {
			s += " " + set(v.Index(i))
		}
		return "[" + s + " ]"
	}
	if v.CanInt() {
		return " " + number(v.Int())
	}
	return fmt.Sprint(" ", v)
}
