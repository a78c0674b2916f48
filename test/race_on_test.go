//go:build race

package test

// raceDetector says that the tests run under the race detector.
const raceDetector = true
