package store

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"punchclock/internal/attendance"
)

// columns is the current row as an engine holds it.
type columns interface {
	null(i int) bool
	int64(i int) int64
	float64(i int) float64
	text(i int) string
	bytes(i int) []byte
	// peek copies the beginning of a text to b and gives the whole text's length.
	peek(i int, b []byte) int
}

// row reads the columns of one row from left to right, each call the next one. It is used again for the next row.
type row struct {
	columns
	i     int
	words *[64]string // texts that were read before, each at a place that follows from what it is
	peeks [32]byte
}

func (r *row) next() int {
	r.i++
	return r.i - 1
}

// isNull says whether the next column is NULL; if so, it is passed over.
func (r *row) isNull() bool {
	if r.null(r.i) {
		r.i++
		return true
	}
	return false
}

func (r *row) Int() int64    { return r.int64(r.next()) }
func (r *row) Bool() bool    { return r.int64(r.next()) != 0 }
func (r *row) Text() string  { return r.text(r.next()) }
func (r *row) Bytes() []byte { return r.bytes(r.next()) }

// Word is Text for a column in which few texts come again and again: they are kept, not made anew for each row.
func (r *row) Word() string {
	i := r.next()
	n := r.peek(i, r.peeks[:])
	if n > len(r.peeks) {
		return r.text(i)
	}
	if r.words == nil {
		r.words = new([64]string)
	}
	b := r.peeks[:n]
	place := uint(n)
	for _, c := range b {
		place = place*31 + uint(c)
	}
	word := &r.words[place%uint(len(r.words))]
	if *word != string(b) {
		*word = string(b)
	}
	return *word
}

func (r *row) BytesOrNull() []byte {
	if r.isNull() {
		return nil
	}
	return r.Bytes()
}

func (r *row) IntOrNull() *int64 {
	if r.isNull() {
		return nil
	}
	v := r.Int()
	return &v
}

// intOrZero is Int, or 0 in place of NULL.
func (r *row) intOrZero() int64 {
	if r.isNull() {
		return 0
	}
	return r.Int()
}

func (r *row) TextOrNull() *string {
	if r.isNull() {
		return nil
	}
	v := r.Text()
	return &v
}

// intIn is IntOrNull with room for the value.
func (r *row) intIn(room *int64) *int64 {
	i := r.next()
	*room = r.int64(i)
	if *room == 0 && r.null(i) { // NULL reads as 0; most are not 0, and need no second question
		return nil
	}
	return room
}

// textIn is TextOrNull with room for the value.
func (r *row) textIn(room *string) *string {
	*room = r.Text()
	if *room == "" && r.null(r.i-1) { // NULL reads as ""
		return nil
	}
	return room
}

// wordIn is textIn for a column as Word takes it.
func (r *row) wordIn(room *string) *string {
	*room = r.Word()
	if *room == "" && r.null(r.i-1) { // NULL reads as ""
		return nil
	}
	return room
}

func (r *row) Time() time.Time { return instant(r.Int()) }

func (r *row) TimeOrNull() *time.Time {
	if r.isNull() {
		return nil
	}
	v := r.Time()
	return &v
}

func (r *row) Date() attendance.Date { return attendance.Date(r.Text()) }

// Words reads a list of words joined by commas.
func (r *row) Words() []string { return splitWords(r.Text()) }

// IDs reads a list of ids joined by commas.
func (r *row) IDs() []int64 { return splitIDs(r.Text()) }

// JSON reads a column that holds JSON into v. Only this package writes such columns, so bad JSON is damage.
func (r *row) JSON(v any) error { return json.Unmarshal([]byte(r.Text()), v) }

func splitWords(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

func joinWords(words []string) string { return strings.Join(words, ",") }

func splitIDs(s string) []int64 {
	words := splitWords(s)
	if len(words) == 0 {
		return nil
	}
	ids := make([]int64, len(words))
	for i, w := range words {
		ids[i], _ = strconv.ParseInt(w, 10, 64)
	}
	return ids
}

func joinIDs(ids []int64) string {
	var b []byte
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, id, 10)
	}
	return string(b)
}

// instant is the time of microseconds UTC.
func instant(micros int64) time.Time { return time.UnixMicro(micros).UTC() }

// micros is the microseconds UTC of a time.
func micros(t time.Time) int64 { return t.UnixMicro() }

// microsOrNull is micros of a time that may be unset.
func microsOrNull(t *time.Time) any {
	if t == nil {
		return nil
	}
	return t.UnixMicro()
}

// valueOrNull is what v points to; NULL when that is nothing.
func valueOrNull[T any](v *T) any {
	if v == nil {
		return nil
	}
	return *v
}

// toJSON is v as the text of a JSON column. The values are our own plain structs, which always marshal.
func toJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("store: " + err.Error())
	}
	return string(b)
}

func yes(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
