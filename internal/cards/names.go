package cards

import (
	"math/bits"
	"slices"
)

// Category says as what a second is paid.
type Category uint8

// The categories. MinimumShift stands beside the paid total, the others add up to it.
const (
	Regular Category = iota
	Daily1
	Daily2
	Daily3
	Weekly1
	Weekly2
	Weekly3
	Period1
	Period2
	Period3
	SeventhDay1
	SeventhDay2
	Consecutive
	Consecutive2
	DaysWeek
	RestDay
	Holiday
	MinimumShiftTopUp
	categories // how many there are
)

// String is the name by which the category is known outside.
func (c Category) String() string {
	return [categories]string{
		"regular", "daily1", "daily2", "daily3", "weekly1", "weekly2", "weekly3", "period1", "period2", "period3",
		"seventhDay1", "seventhDay2", "consecutive", "consecutive2", "daysPerWeek", "restDay", "holiday", "minimumShift",
	}[c]
}

// Exceptions is a set of things worth knowing about a punch or a card.
type Exceptions uint32

// The exceptions, in the order in which Names lists them.
const (
	ExceptionAdded Exceptions = 1 << iota
	ExceptionEdited
	ExceptionOffline
	ExceptionLate
	ExceptionEarly
	ExceptionLeftEarly
	ExceptionLeftLate
	ExceptionAutoMeal
	ExceptionGeo
	ExceptionNoGeo
	ExceptionClockSkew
	ExceptionUnscheduled
	ExceptionJob
	ExceptionDevice
	ExceptionLongShift
	ExceptionShortRest
	ExceptionAuto
	ExceptionMissing
	ExceptionOverlap
)

// Those that only inform, and those that block the closing of a pay period. The others want a look.
const (
	informing = ExceptionAdded | ExceptionEdited | ExceptionOffline | ExceptionLate | ExceptionEarly |
		ExceptionLeftEarly | ExceptionLeftLate | ExceptionAutoMeal
	// Critical are the exceptions that block the closing of a pay period.
	Critical = ExceptionMissing | ExceptionOverlap
)

func exceptionNames() []string {
	return []string{
		"added", "edited", "offline", "late", "early", "leftEarly", "leftLate", "autoMeal", "geo", "noGeo", "clockSkew",
		"unscheduled", "job", "device", "longShift", "shortRest", "auto", "missing", "overlap",
	}
}

// Has says whether all of o are in the set.
func (e Exceptions) Has(o Exceptions) bool { return e&o == o }

// Names are the names of the exceptions, always in the same order.
func (e Exceptions) Names() []string {
	names := make([]string, 0, bits.OnesCount32(uint32(e)))
	for i, name := range exceptionNames() {
		if e&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// ParseException is the exception of that name, and whether there is one.
func ParseException(name string) (Exceptions, bool) {
	i := slices.Index(exceptionNames(), name)
	if i < 0 {
		return 0, false
	}
	return 1 << i, true
}
