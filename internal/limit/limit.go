// Package limit decides whether a request is within its account's rates. The windows slide and are exact: whichever
// minute or hour one looks at, never more than the limit passed in it, and an account that was quiet gets all of it.
// It is pure: the state goes in and comes out, and the caller says what time it is.
package limit

import (
	"encoding/binary"
	"math"
	"slices"
	"time"
)

// The two windows.
const (
	BurstWindow     = time.Minute
	SustainedWindow = time.Hour
)

// Rates are how many requests pass in each window; 0 is no limit.
type Rates struct {
	Burst     int64
	Sustained int64
}

// Log is the instants of the last requests of an account, passed or refused, in microseconds and ascending. The zero
// value is an account that made none. It is not safe for concurrent use.
type Log struct{ made []int64 }

// Decision is what becomes of a request.
type Decision struct {
	Allowed        bool
	RetryAfter     time.Duration // from when on a request would pass, when this one did not
	BurstLeft      int64         // requests that would pass right now
	BurstReset     time.Duration // until one more would pass
	SustainedLeft  int64
	SustainedReset time.Duration
}

// slack is how far the clocks of those who share a log may differ: what was noted later than now by no more than this
// was noted in the present.
const slack = time.Minute

// Take notes a request made now and decides about it. A request passes when fewer than the limit were made before it in
// the window; refused ones count as made. When the clock was set back, what was noted later counts as made now.
func (l *Log) Take(now time.Time, rates Rates) Decision {
	at := now.UnixMicro()
	if last := l.last(); last > at && last-at < slack.Microseconds() {
		at = last
	}
	l.settle(at, rates)
	burst, _ := l.room(at, rates.Burst, BurstWindow)
	sustained, _ := l.room(at, rates.Sustained, SustainedWindow)
	d := Decision{Allowed: burst > 0 && sustained > 0}
	if rates.Burst > 0 || rates.Sustained > 0 {
		l.made = append(l.made, at) // a refused request counts too
	}
	d.BurstLeft, d.BurstReset = l.room(at, rates.Burst, BurstWindow)
	d.SustainedLeft, d.SustainedReset = l.room(at, rates.Sustained, SustainedWindow)
	d.advise()
	return d
}

// advise says when to come again, where the request did not pass.
func (d *Decision) advise() {
	if !d.Allowed && d.BurstLeft == 0 {
		d.RetryAfter = d.BurstReset
	}
	if !d.Allowed && d.SustainedLeft == 0 {
		d.RetryAfter = max(d.RetryAfter, d.SustainedReset)
	}
}

// Len is how many instants the log holds.
func (l *Log) Len() int { return len(l.made) }

func (l *Log) last() int64 {
	if len(l.made) == 0 {
		return 0
	}
	return l.made[len(l.made)-1]
}

// settle brings instants of the future back to now and forgets what no window needs.
func (l *Log) settle(at int64, rates Rates) {
	for i := len(l.made) - 1; i >= 0 && l.made[i] > at; i-- {
		l.made[i] = at
	}
	window := SustainedWindow
	if rates.Sustained == 0 {
		window = BurstWindow
	}
	old := 0
	for old < len(l.made) && l.made[old] <= at-window.Microseconds() {
		old++
	}
	if most := int(max(rates.Burst, rates.Sustained)); len(l.made)-old > most {
		old = len(l.made) - most
	}
	if old > cap(l.made)/2 || old == len(l.made) {
		l.made = append(l.made[:0:0], l.made[old:]...)
		return
	}
	l.made = l.made[old:]
}

// room is how many requests would pass in the window at this instant, and how long until one more than that would.
func (l *Log) room(at, limit int64, window time.Duration) (left int64, wait time.Duration) {
	if limit == 0 {
		return 1, 0
	}
	since := at - window.Microseconds()
	first, _ := slices.BinarySearch(l.made, since+1)
	first = max(first, len(l.made)-int(limit)) // older ones than the limit's last change nothing
	used := int64(len(l.made) - first)
	if used == 0 {
		return limit, 0
	}
	return limit - used, time.Duration(l.made[first]-since) * time.Microsecond
}

// MarshalBinary is the log as bytes, to be kept.
func (l *Log) MarshalBinary() ([]byte, error) {
	b := make([]byte, 0, 8*len(l.made))
	for _, at := range l.made {
		b = binary.BigEndian.AppendUint64(b, uint64(at)) //nolint:gosec // instants are positive
	}
	return b, nil
}

// MarshalReserving is MarshalBinary with further requests that may be made before the log is kept again. Whoever reads
// them counts them as made when it goes on, so that a log which was kept too early never lets too many pass.
func (l *Log) MarshalReserving(further int64) []byte {
	b, _ := l.MarshalBinary() // it does not fail
	for range further {
		b = binary.BigEndian.AppendUint64(b, math.MaxInt64) // in the future, which becomes now
	}
	return b
}

// UnmarshalBinary reads what MarshalBinary gave.
func (l *Log) UnmarshalBinary(b []byte) error {
	l.made = make([]int64, 0, len(b)/8)
	for ; len(b) >= 8; b = b[8:] {
		l.made = append(l.made, int64(binary.BigEndian.Uint64(b))) //nolint:gosec // instants are positive
	}
	return nil
}

// Window is what a shared database knows of one of the two windows.
type Window struct {
	First int64 // the number of the first request in it
	Frees int64 // when the request was made that has to leave it before one more passes, in microseconds
}

// Count is how a shared database counted a request. Requests of an account are numbered without a gap, refused ones too.
type Count struct {
	Number           int64
	Now              int64 // when that was, in microseconds
	Burst, Sustained Window
}

// Decide says what becomes of the request.
func (c Count) Decide(rates Rates) Decision {
	d := Decision{Allowed: c.passes(c.Burst, rates.Burst) && c.passes(c.Sustained, rates.Sustained)}
	d.BurstLeft, d.BurstReset = c.room(c.Burst, rates.Burst, BurstWindow)
	d.SustainedLeft, d.SustainedReset = c.room(c.Sustained, rates.Sustained, SustainedWindow)
	d.advise()
	return d
}

// passes says whether fewer than the limit came before in the window.
func (c Count) passes(w Window, limit int64) bool { return limit == 0 || c.Number-w.First < limit }

// room is how many requests would pass in the window after this one, and how long until one more than that would.
func (c Count) room(w Window, limit int64, window time.Duration) (left int64, wait time.Duration) {
	if limit == 0 {
		return 1, 0
	}
	return max(0, limit-(c.Number-w.First+1)), window - time.Duration(c.Now-w.Frees)*time.Microsecond
}
