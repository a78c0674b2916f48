package cards

import (
	"fmt"
	"strings"
)

// ordinal writes 1st, 2nd, 3rd, 4th.
func ordinal(n int) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprintf("%d%s", n, suffix)
}

// span writes a length of time: 7 h 30 min, 45 min, 1 h 00 min 05 s.
func span(seconds int64) string {
	if seconds < 0 {
		return "-" + span(-seconds)
	}
	h, m, s := seconds/hour, seconds/minute%60, seconds%minute
	var b strings.Builder
	switch {
	case h > 0:
		fmt.Fprintf(&b, "%d h %02d min", h, m)
	case m > 0 || s == 0:
		fmt.Fprintf(&b, "%d min", m)
	}
	if s > 0 {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%d s", s)
	}
	return b.String()
}

// timeOfDay writes a time of the local day.
func timeOfDay(t int64) string {
	if t%minute != 0 {
		return fmt.Sprintf("%02d:%02d:%02d", t/hour, t/minute%60, t%minute)
	}
	return fmt.Sprintf("%02d:%02d", t/hour, t/minute%60)
}

// moment writes the local date and time of an instant.
func (e *Evaluator) moment(z *Zone, at int64) string {
	local := e.clock.local(z, at)
	return Date(floorDiv(local, day)).String() + " " + timeOfDay(floorMod(local, day))
}

// oclock writes the local time of an instant.
func (e *Evaluator) oclock(z *Zone, at int64) string {
	return timeOfDay(floorMod(e.clock.local(z, at), day))
}

// String says in words what the rule does.
func (r *RoundRule) String() string {
	text := map[RoundMode]string{RoundDown: "rounded down to %s", RoundUp: "rounded up to %s"}[r.Mode]
	switch r.Mode {
	case RoundSnap:
		return fmt.Sprintf("times from %s to %s count as %s", timeOfDay(r.From), timeOfDay(r.To), timeOfDay(r.At))
	case RoundNearest, RoundNearestPartialMinuteDown, RoundNearestPartialMinuteUp:
		text = "rounded to the nearest %s"
	default:
	}
	text = fmt.Sprintf(text, span(r.Interval))
	switch {
	case r.Grace > 0 && (r.Mode == RoundDown || r.Mode == RoundUp):
		text += " with " + span(r.Grace) + " grace"
	case r.Mode == RoundNearestPartialMinuteDown && r.Interval > minute, r.Mode == RoundNearestPartialMinuteUp && r.Interval > minute:
		text += ", up from " + span(r.goesUp()) + " on"
	}
	return text
}

// goesUp is the first length that the rule rounds up to a whole interval.
func (r *RoundRule) goesUp() int64 {
	least, most := int64(0), r.Interval
	for least < most {
		if middle := (least + most) / 2; r.interval(middle) > 0 {
			most = middle
		} else {
			least = middle + 1
		}
	}
	return least
}

// String is the name of the pay code, or its id.
func (c PayCode) String() string {
	if c.Name == "" {
		return fmt.Sprintf("pay code %d", c.ID)
	}
	return c.Name
}

// gapName is what a punched gap is called.
func (k OutKind) gapName() string {
	if k == OutBreak {
		return "break"
	}
	return "meal"
}
