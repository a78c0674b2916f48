package app

import (
	"context"
	"fmt"
	"io"

	"punchclock/internal/attendance"
	"punchclock/internal/sheet"
	"punchclock/internal/store"
)

// Sheet is a file of separated values that is to be imported.
type Sheet struct {
	Content   []byte
	Columns   map[string]string // names of our columns to names of the file's, where they are not found by themselves
	Dates     DateOrder         // how dates with slashes are read
	DryRun    bool              // only find out what would happen
	AsPunched bool              // of punches: the ends were punched at clocks; else they are noted as added
	Progress  func(done, all int)
}

// SheetResult says what became of the rows of a sheet, in the order of the file.
type SheetResult struct {
	*ImportResult
	Lines     []int // of the file, where each row begins
	Encoding  string
	Delimiter rune
	Ignored   []string // columns of the file that mean nothing
}

// column is a column of sheets: how a cell is read into the input of a record, and how a record is shown in it.
type column[In, R any] struct {
	sheet.Column
	read      func(c *cells, in *In, text string) // of a cell that is not empty; nil is not read
	show      func(d *directories, r *R) string   // nil is not shown
	sensitive bool                                // shown only when asked for
}

// cells is a row that is being read.
type cells struct {
	known    *directories
	columns  *sheet.Columns
	row      sheet.Row
	dates    DateOrder
	problems attendance.Problems
}

// bad notes what is wrong with a cell.
func (c *cells) bad(name, code, format string, args ...any) {
	c.problems.Add(name, code, format, args...)
}

// rows are the inputs that could be read from a sheet, and which rows of the sheet they are.
type rows[In any] struct {
	inputs []In
	at     []int
}

// readSheet reads a sheet. What is wrong with a row stands in the result; the error is about the sheet as a whole.
// Finish looks at a row as a whole after its cells were read.
func readSheet[In, R any](ctx context.Context, r store.Reads, scope attendance.Scope, s *Sheet, columns []column[In, R], finish func(*cells, *In)) (*SheetResult, *rows[In], error) {
	table, err := sheet.Read(s.Content)
	if err != nil {
		return nil, nil, err
	}
	found, err := sheet.Find(table.Header, readable(columns), s.Columns)
	if err != nil {
		return nil, nil, err
	}
	known, err := readDirectories(ctx, r, scope)
	if err != nil {
		return nil, nil, err
	}
	result := &SheetResult{
		ImportResult: &ImportResult{Rows: make([]ImportedRow, len(table.Rows))}, Encoding: table.Encoding, Delimiter: table.Delimiter, Ignored: found.Ignored,
	}
	read := &rows[In]{}
	for i, row := range table.Rows {
		c := &cells{known: known, columns: found, row: row, dates: s.Dates}
		var in In
		for _, column := range columns {
			if text := found.Get(row, column.Name); text != "" && column.read != nil {
				column.read(c, &in, text)
			}
		}
		finish(c, &in)
		result.Lines = append(result.Lines, row.Line)
		if len(c.problems) > 0 {
			result.Rows[i].Problems = c.problems
			result.Wrong++
			continue
		}
		read.inputs, read.at = append(read.inputs, in), append(read.at, i)
	}
	return result, read, nil
}

// merge adds what became of the rows that could be read.
func (r *SheetResult) merge(at []int, done *ImportResult) {
	for i, row := range done.Rows {
		r.Rows[at[i]] = row
	}
	r.Added, r.Duplicates, r.Wrong, r.Done = done.Added, done.Duplicates, r.Wrong+done.Wrong, done.Done
}

// progress tells how far the import of a sheet is.
func (s *Sheet) progress(all int) func(int) {
	if s.Progress == nil {
		return nil
	}
	return func(done int) { s.Progress(done, all) }
}

func readable[In, R any](columns []column[In, R]) []sheet.Column {
	var plain []sheet.Column
	for _, c := range columns {
		if c.read != nil {
			plain = append(plain, c.Column)
		}
	}
	return plain
}

// sheetWriter writes records as the rows of a sheet.
type sheetWriter[In, R any] struct {
	to      *sheet.Writer
	columns []column[In, R]
	known   *directories
	cells   []string
}

// newSheetWriter writes the header.
func newSheetWriter[In, R any](to io.Writer, columns []column[In, R], known *directories, sensitive bool) (*sheetWriter[In, R], error) {
	w := &sheetWriter[In, R]{to: sheet.NewWriter(to), known: known}
	for _, c := range columns {
		if c.show != nil && (sensitive || !c.sensitive) {
			w.columns = append(w.columns, c)
			w.cells = append(w.cells, c.Name)
		}
	}
	return w, w.to.Write(w.cells)
}

func (w *sheetWriter[In, R]) write(record *R) error {
	for i, c := range w.columns {
		w.cells[i] = c.show(w.known, record)
	}
	return w.to.Write(w.cells)
}

// textCell reads a cell into a text that may be unset.
func textCell[In any](field func(*In) *attendance.Opt[*string]) func(*cells, *In, string) {
	return func(_ *cells, in *In, text string) { *field(in) = attendance.Some(&text) }
}

// idCell reads a cell that names a record into a reference that may be unset.
func idCell[In any](name string, of func(*directories) *directory, field func(*In) *attendance.Opt[*int64]) func(*cells, *In, string) {
	return func(c *cells, in *In, text string) {
		if id, ok := c.find(name, of(c.known), text); ok {
			*field(in) = attendance.Some(&id)
		}
	}
}

// find is the record that a cell names.
func (c *cells) find(name string, d *directory, text string) (int64, bool) {
	id, problem := d.find(text)
	if problem != "" {
		c.bad(name, "unknownReference", "%s: %s", name, problem)
	}
	return id, problem == ""
}

// labels are the labels that a cell names, separated by semicolons.
func (c *cells) labels(name string, d *directory, kind, text string) attendance.Opt[[]attendance.LabelRef] {
	var labels []attendance.LabelRef
	for _, word := range splitCell(text) {
		if id, ok := c.find(name, d, word); ok {
			labels = append(labels, attendance.MakeLabelRef(kind, id))
		}
	}
	return attendance.Some(labels)
}

// shownText is a text that may be unset.
func shownText(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// shownID is the name of a record that may be unset.
func shownID(d *directory, id *int64) string {
	if id == nil {
		return ""
	}
	return d.show(*id)
}

// shownLabels are the names of labels.
func shownLabels(d *directory, labels []attendance.LabelRef) string {
	text := ""
	for _, l := range labels {
		if text != "" {
			text += "; "
		}
		text += d.show(l.ID())
	}
	return text
}

// unknownWord says which words a cell can hold.
func (c *cells) unknownWord(name, text, known string) {
	c.bad(name, "unknown", "%s: %q is none of %s.", name, fmt.Sprintf("%.40s", text), known)
}
