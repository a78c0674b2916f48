// Package demo makes a believable company to look at: people in three time zones, the rules by which they are paid, ten
// weeks of their punches up to now and the clock logs that these came from. The same instant always makes the same
// company, but for the secret of its API key.
package demo
