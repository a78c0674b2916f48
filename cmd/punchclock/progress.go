package main

import (
	"fmt"
	"strings"
)

// barWidth is how many characters the progress bar has.
const barWidth = 40

// progress draws a bar on standard error while somebody watches, and is nil when nobody does.
func (p *program) progress(what string) func(done, all int) {
	if !isTerminal(p.err) {
		return nil
	}
	drawn := -1
	return func(done, all int) {
		percent := 100 * done / max(all, 1)
		if percent == drawn {
			return
		}
		drawn = percent
		full := barWidth * percent / 100
		_, _ = fmt.Fprintf(p.err, "\r%s [%s%s] %3d %% of %d ", what, strings.Repeat("#", full), strings.Repeat(".", barWidth-full), percent, all) // only for the eye
		if done >= all {
			_, _ = fmt.Fprintln(p.err)
		}
	}
}
