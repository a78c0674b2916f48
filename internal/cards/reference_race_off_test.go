//go:build !race

package cards_test

// raceDetector says that the tests run under the race detector, in which everything takes many times as long.
const raceDetector = false
