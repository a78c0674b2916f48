package wire

import "time"

const (
	timePattern   = "0000-00-00T00:00:00.000000Z"
	secondsPerDay = 86400
	// firstSecond and lastSecond bound the years 0000 to 9999, in seconds from 1970.
	firstSecond = -62167219200
	lastSecond  = 253402300799
	// daysToEra is how many days lie between 1 March 0000, where the count of eras begins, and 1970.
	daysToEra  = 719468
	daysPerEra = 146097 // 400 years
)

// calendar writes instants and remembers the date of the last one: most instants of a record are of one day.
type calendar struct {
	day  uint32
	date [len("0000-00-00")]byte // of that day; not known when it begins with 0 bytes
}

// appendTime writes an instant in UTC with six fraction digits. Smaller fractions are cut.
func (c *calendar) appendTime(b []byte, t time.Time) []byte {
	seconds := t.Unix()
	if seconds < firstSecond || seconds > lastSecond {
		return t.UTC().AppendFormat(b, "2006-01-02T15:04:05.000000Z")
	}
	// Counted from 1 March of the year -400 everything is positive, and division needs no care.
	seconds += (daysToEra + daysPerEra) * secondsPerDay
	day := uint32(seconds / secondsPerDay)
	second := uint32(seconds) - day*secondsPerDay //nolint:gosec // the difference is less than a day
	micros := uint32(t.Nanosecond()) / 1000       //nolint:gosec // less than a second
	if day != c.day || c.date[0] == 0 {
		c.learn(day)
	}
	b = append(b, timePattern...)
	d := b[len(b)-len(timePattern):]
	copy(d, c.date[:])
	pair(d[11:13], second/3600)
	pair(d[14:16], second/60%60)
	pair(d[17:19], second%60)
	pair(d[20:22], micros/10000)
	pair(d[22:24], micros/100%100)
	pair(d[24:26], micros%100)
	return b
}

// learn remembers the date of a day.
func (c *calendar) learn(days uint32) {
	year, month, day := civil(days)
	c.day = days
	copy(c.date[:], timePattern)
	pair(c.date[0:2], year/100)
	pair(c.date[2:4], year%100)
	pair(c.date[5:7], month)
	pair(c.date[8:10], day)
}

// civil is the date that lies this many days after 1 March of the year -400. A year is counted from March, so that the
// leap day is its last and each month begins after (153*m+2)/5 days.
func civil(days uint32) (year, month, day uint32) {
	era, day := days/daysPerEra, days%daysPerEra
	year = (day - day/1460 + day/36524 - day/(daysPerEra-1)) / 365
	day -= 365*year + year/4 - year/100
	month = (5*day + 2) / 153
	day -= (153*month+2)/5 - 1
	year += era * 400
	if month < 10 {
		month += 3
	} else {
		month -= 9
		year++
	}
	return year - 400, month, day
}

// pair puts a number below 100 as two digits.
func pair(d []byte, n uint32) {
	d[0], d[1] = hexDigits[n/10], hexDigits[n%10]
}
