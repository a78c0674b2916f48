package sheet

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Table is a file that was read: a header and rows.
type Table struct {
	Encoding  string
	Delimiter rune
	Header    []string
	Rows      []Row
}

// Row is one row of a table.
type Row struct {
	Line  int // of the file, where the row begins; the first line is 1
	Cells []string
}

// Read reads a file of separated values whose first row is a header. Cells are without the white space around them, and
// without the apostrophe with which Write protects a cell from being a formula. Rows without any value are left out.
func Read(b []byte) (*Table, error) {
	text, encoding, err := Decode(b)
	if err != nil {
		return nil, err
	}
	text, delimiter := delimiterOf(text)
	t := &Table{Encoding: encoding, Delimiter: delimiter}
	if err := t.read(text); err != nil {
		return nil, err
	}
	if t.Header == nil {
		return nil, errors.New("the file is empty: its first line must name the columns")
	}
	return t, nil
}

func (t *Table) read(text string) error {
	lines := csv.NewReader(strings.NewReader(text))
	lines.Comma = t.Delimiter
	lines.FieldsPerRecord = -1
	lines.TrimLeadingSpace = t.Delimiter != '\t' // before a quote; between tabs it would take empty cells away
	for {
		cells, err := lines.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return wrongQuotes(err)
		}
		line, _ := lines.FieldPos(0)
		empty := true
		for i, cell := range cells {
			cells[i] = bare(strings.TrimSpace(cell))
			empty = empty && cells[i] == ""
		}
		switch {
		case empty:
		case t.Header == nil:
			t.Header = cells
		default:
			if err := t.add(line, cells); err != nil {
				return err
			}
		}
	}
}

// wrongQuotes says of a file that cannot be taken apart where it is wrong and how to write it.
func wrongQuotes(err error) error {
	wrong, ok := errors.AsType[*csv.ParseError](err)
	switch {
	case !ok:
		return err
	case errors.Is(err, csv.ErrBareQuote):
		return fmt.Errorf(`line %d, column %d: a value with a quote in it must stand in quotes, and the quote be doubled: "O""Brien"`, wrong.Line, wrong.Column)
	case errors.Is(err, csv.ErrQuote):
		return fmt.Errorf("line %d: a quote is not closed, or something other than the next value follows the closing one", wrong.StartLine)
	default:
		return err
	}
}

// add adds a row, as long as the header: spreadsheets leave out empty cells at the end, and some write too many.
func (t *Table) add(line int, cells []string) error {
	for len(cells) > len(t.Header) {
		if cells[len(cells)-1] != "" {
			return fmt.Errorf("line %d has %d cells, and the header has %d: is a value with a %q in it not in quotes?", line, len(cells), len(t.Header), t.Delimiter)
		}
		cells = cells[:len(cells)-1]
	}
	for len(cells) < len(t.Header) {
		cells = append(cells, "")
	}
	t.Rows = append(t.Rows, Row{line, cells})
	return nil
}

// delimiters are what may separate values, the likeliest first.
const delimiters = ",;\t|"

// delimiterOf is the delimiter that the header uses most, outside quotes. A first line "sep=;", which some spreadsheets
// write, decides, and is taken off.
func delimiterOf(text string) (rest string, delimiter rune) {
	first, rest, _ := strings.Cut(text, "\n")
	if name := strings.TrimRight(first, "\r"); len(name) == 5 && strings.EqualFold(name[:4], "sep=") && strings.Contains(delimiters, name[4:]) {
		return rest, rune(name[4])
	}
	var counts [len(delimiters)]int
	quoted, begun := false, false
	for _, r := range text {
		if r == '"' {
			quoted = !quoted
		}
		if !quoted && r == '\n' && begun {
			break
		}
		begun = begun || r > ' '
		if i := strings.IndexRune(delimiters, r); i >= 0 && !quoted {
			counts[i]++
		}
	}
	best := 0
	for i, n := range counts {
		if n > counts[best] {
			best = i
		}
	}
	return text, rune(delimiters[best])
}
