// Package attendance holds the words of time and attendance: the records and what they must satisfy, what may be
// written to them, how lists of them are filtered, who may do what, and the errors all of that can give.
//
// It does no input and no output and knows no clock. Instants are UTC, durations whole seconds.
package attendance
