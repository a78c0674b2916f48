package sheet

import (
	"encoding/csv"
	"io"
	"strings"
)

// A Writer writes rows of comma-separated values (RFC 4180). Cells that a spreadsheet would take for a formula begin
// with an apostrophe (CWE-1236), which Read takes off.
type Writer struct{ to *csv.Writer }

// NewWriter makes a writer.
func NewWriter(to io.Writer) *Writer { return &Writer{csv.NewWriter(to)} }

// Write writes a row. The cells are changed in place.
func (w *Writer) Write(cells []string) error {
	for i, cell := range cells {
		cells[i] = harmless(cell)
	}
	return w.to.Write(cells)
}

// Flush writes what is still held back.
func (w *Writer) Flush() error {
	w.to.Flush()
	return w.to.Error()
}

// formulaStarts begin a formula in one spreadsheet or another: also in their full-width forms, and after characters that
// are left out on reading.
const formulaStarts = "=+-@\t\r\n\x00＝＋－＠"

// looksLikeFormula says whether a spreadsheet could take the cell for a formula. Apostrophes before it count as nothing,
// so that a cell which was protected is protected once more, and comes back as it was.
func looksLikeFormula(cell string) bool {
	inner := strings.TrimLeft(cell, "'")
	return inner != "" && strings.IndexAny(inner, formulaStarts) == 0
}

func harmless(cell string) string {
	if looksLikeFormula(cell) {
		return "'" + cell
	}
	return cell
}

// bare undoes harmless.
func bare(cell string) string {
	if strings.HasPrefix(cell, "'") && looksLikeFormula(cell) {
		return cell[1:]
	}
	return cell
}
