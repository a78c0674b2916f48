package attendance

import "time"

// WallRange is a stretch of time with both its ends, each of which is an instant or a reading of the wall clock where a
// record was made. The inner range always holds what the readings can mean in any zone.
type WallRange struct {
	Range
	FromWall time.Time // what the clock must have reached, its digits held in UTC; the zero time when From is exact
	ToWall   time.Time // what it must not have passed; the zero time when To is exact
}

// mostOffset is more than any zone was ever away from UTC since 1970.
const mostOffset = 15 * time.Hour

// WallRangeOf is the range between two bounds as somebody wrote them. A bound without an offset is a reading of the wall
// clock of each record.
func WallRangeOf(from, to Bound) (r WallRange, err error) {
	r.From, r.To = from.start(time.UTC), to.end(time.UTC)
	if !from.zoned {
		r.FromWall = r.From
		r.From = r.From.Add(-mostOffset)
	}
	if !to.zoned {
		r.ToWall = r.To
		r.To = r.To.Add(mostOffset)
	}
	reversed := r.From.After(r.To)
	if !from.zoned && !to.zoned {
		reversed = r.FromWall.After(r.ToWall)
	}
	if reversed {
		return r, InvalidField("from", "range", "from must not be after to.")
	}
	return r, nil
}

// ExactRange is a range of instants as a WallRange.
func ExactRange(r Range) WallRange { return WallRange{Range: r} }
