package attendance

import "strings"

// Exceptions is a set of remarks on one end of a punch: how it came about, or what is doubtful about it.
type Exceptions uint32

// The remarks, in the order in which they are shown. The first ones only inform; from ExceptionGeo on they make the
// punch flagged; the last two also keep a pay period from being closed.
const (
	ExceptionAdded     Exceptions = 1 << iota // not punched but written afterwards
	ExceptionEdited                           // its time was changed
	ExceptionOffline                          // punched while the clock had no connection
	ExceptionLate                             // in after the shift began
	ExceptionEarly                            // in before the shift began
	ExceptionLeftEarly                        // out before the shift ended
	ExceptionLeftLate                         // out after the shift ended
	ExceptionAutoMeal                         // a meal was deducted or added
	ExceptionGeo                              // outside the place where it may be punched
	ExceptionNoGeo                            // the place is not known
	ExceptionClockSkew                        // the clock's time was wrong
	ExceptionUnscheduled
	ExceptionJob
	ExceptionDevice
	ExceptionLongShift // longer than the longest shift
	ExceptionShortRest
	ExceptionAuto
	ExceptionMissing // the other end was never punched
	ExceptionOverlap // it lies within another punch
	endOfExceptions
)

// exceptionWords are the remarks as they are written, in the order of their bits.
const exceptionWords = "added,edited,offline,late,early,leftEarly,leftLate,autoMeal,geo,noGeo,clockSkew,unscheduled,job,device,longShift,shortRest,auto,missing,overlap"

// flagging are the exceptions that make a punch flagged.
const flagging = endOfExceptions - ExceptionGeo

// ParseExceptions reads words joined by commas. Words that are none are passed over.
func ParseExceptions(list string) Exceptions {
	var e Exceptions
	for list != "" {
		var word string
		word, list, _ = strings.Cut(list, ",")
		e |= exceptionOf(word)
	}
	return e
}

// exceptionOf is the remark that a word names; none when it names none.
func exceptionOf(word string) Exceptions {
	switch word {
	case "added":
		return ExceptionAdded
	case "edited":
		return ExceptionEdited
	case "offline":
		return ExceptionOffline
	case "late":
		return ExceptionLate
	case "early":
		return ExceptionEarly
	case "leftEarly":
		return ExceptionLeftEarly
	case "leftLate":
		return ExceptionLeftLate
	case "autoMeal":
		return ExceptionAutoMeal
	case "geo":
		return ExceptionGeo
	case "noGeo":
		return ExceptionNoGeo
	case "clockSkew":
		return ExceptionClockSkew
	case "unscheduled":
		return ExceptionUnscheduled
	case "job":
		return ExceptionJob
	case "device":
		return ExceptionDevice
	case "longShift":
		return ExceptionLongShift
	case "shortRest":
		return ExceptionShortRest
	case "auto":
		return ExceptionAuto
	case "missing":
		return ExceptionMissing
	case "overlap":
		return ExceptionOverlap
	}
	return 0
}

// Has says whether any of the given remarks is in the set.
func (e Exceptions) Has(some Exceptions) bool { return e&some != 0 }

// Flagging says whether the set makes a punch flagged.
func (e Exceptions) Flagging() bool { return e.Has(flagging) }

// With is the set with the given remarks too.
func (e Exceptions) With(more Exceptions) Exceptions { return e | more }

// Without is the set without the given remarks.
func (e Exceptions) Without(some Exceptions) Exceptions { return e &^ some }

// String is the words joined by commas.
func (e Exceptions) String() string {
	var words []string
	e.each(func(word string) { words = append(words, word) })
	return strings.Join(words, ",")
}

// each passes the words of the set.
func (e Exceptions) each(pass func(word string)) {
	rest := exceptionWords
	for ; e != 0; e >>= 1 {
		var word string
		word, rest, _ = strings.Cut(rest, ",")
		if e&1 != 0 {
			pass(word)
		}
	}
}

// show passes the set as a list of words.
func (e Exceptions) show(f Fields, name string) {
	f.OpenList(name)
	e.each(func(word string) { f.Text("", word) })
	f.CloseList()
}
