// Package arch holds the tests of the shape of the code: which package may import which, that every package says what
// it is for, and habits that the compiler does not ask for.
//
// The tests parse the sources themselves. The go tool is not asked, because its test cache cannot know what it read,
// and would hide a violation.
package arch
