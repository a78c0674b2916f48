package api

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/wire"
)

// supplements is embedded in the parameters of a list with supplemental data.
type supplements struct {
	Want  yesOrNo              `query:"supplementalData" doc:"no leaves the section with related data out."`
	Kinds []attendance.RefKind `query:"supplementalDataFields" doc:"Which kinds of related data; all when left out."`

	names    *store.Names // those of the records, where they are at hand
	add      func(attendance.RefKind, int64)
	seen     []seenRefs
	foreigns bool // whether records refer to employees whom a key with a limit to org units must not know
}

// yesOrNo is a parameter that is yes or no; left out it is unset.
type yesOrNo string

// UnmarshalText takes yes and no.
func (y *yesOrNo) UnmarshalText(text []byte) error {
	if s := string(text); s != "yes" && s != "no" {
		return attendance.FieldError{Code: "format", Detail: fmt.Sprintf("%.40q is neither yes nor no. Write one of them.", s)}
	}
	*y = yesOrNo(text)
	return nil
}

// bool is true for yes, false for no, nil when unset.
func (y yesOrNo) bool() *bool {
	if y == "" {
		return nil
	}
	b := y == "yes"
	return &b
}

// choosesRelated is any parameter struct that embeds supplements.
type choosesRelated interface{ related() *supplements }

func (s *supplements) related() *supplements { return s }

// check says which of the kinds do not exist.
func (s *supplements) check() (problems attendance.Problems) {
	known := attendance.RefKinds()
	for _, kind := range s.Kinds {
		if !slices.Contains(known, kind) {
			problems.Add("supplementalDataFields", "unknown", "There is no kind of supplemental data %.40q. The kinds are %s.", kind, strings.Join(wordsOf(known), ", "))
		}
	}
	return problems
}

// seenRefs are the ids of one kind that the records of a list refer to.
type seenRefs struct {
	kind attendance.RefKind
	ids  []int64 // some of them more than once
	most int     // how many there may be before those that are there twice are sorted out
}

// add notes an id. The memory grows with the number of different ids, however long the list is.
func (r *seenRefs) add(id int64) {
	if n := len(r.ids); n > 0 && r.ids[n-1] == id {
		return
	}
	if r.ids = append(r.ids, id); len(r.ids) > r.most {
		r.most = max(1000, 2*len(r.different()))
	}
}

// different are the ids, ascending.
func (r *seenRefs) different() []int64 {
	slices.Sort(r.ids)
	r.ids = slices.Compact(r.ids)
	return r.ids
}

// of is what was seen of a kind.
func (s *supplements) of(kind attendance.RefKind) *seenRefs {
	for i := range s.seen {
		if s.seen[i].kind == kind {
			return &s.seen[i]
		}
	}
	if s.seen == nil {
		s.seen = make([]seenRefs, 0, 16)
	}
	s.seen = append(s.seen, seenRefs{kind: kind, ids: make([]int64, 0, 32), most: 1000})
	return &s.seen[len(s.seen)-1]
}

// note remembers what a record refers to.
func (s *supplements) note(record attendance.Record) {
	refers, ok := record.(attendance.Refers)
	if !ok {
		return
	}
	if _, isJob := record.(*attendance.Job); isJob {
		s.foreigns = true
	}
	if s.add == nil { // one for all records
		s.add = s.noteRef
	}
	refers.Refs(s.add)
}

func (s *supplements) noteRef(kind attendance.RefKind, id int64) {
	if id != 0 && (len(s.Kinds) == 0 || slices.Contains(s.Kinds, kind)) {
		s.of(kind).add(id)
	}
}

// write adds the section: one question to the store for each kind that occurred, unless it knows the answers.
func (s *supplements) write(ctx context.Context, r store.Reads, scope attendance.Scope, out *listWriter) error {
	names, err := s.names, error(nil)
	if names == nil {
		names, err = r.Names(ctx, scope)
	}
	if err != nil {
		return err
	}
	w := out.Writer
	w.Open("supplementalData")
	for _, kind := range attendance.RefKinds() {
		ids := s.of(kind).different()
		if len(ids) == 0 && !slices.Contains(s.Kinds, kind) {
			continue
		}
		w.OpenMap(string(kind))
		err := names.Each(ctx, kind, ids, func(summary *attendance.Summary) error {
			if s.foreigns && kind == attendance.RefEmployee && !scope.Allows(summary.OrgUnit) {
				return nil
			}
			w.Open(strconv.FormatInt(summary.ID, 10))
			summary.Fields(w)
			w.Close()
			return out.flushWhenFull()
		})
		if err != nil {
			return err
		}
		w.CloseMap()
	}
	w.Close()
	return nil
}

// listWriter writes a list piece by piece.
type listWriter struct {
	*wire.Writer
	flush func([]byte) error // takes what was written so far; nil keeps it all
}

// pieceSize is how much of a list is gathered before it is sent.
const pieceSize = 32 << 10

func (w *listWriter) flushWhenFull() error {
	if w.flush == nil || len(w.Bytes()) < pieceSize {
		return nil
	}
	return w.send()
}

func (w *listWriter) send() error {
	err := w.flush(w.Bytes())
	w.Emptied()
	return err
}

// write writes the whole list. An error before the first flush leaves nothing sent. The cursor of the next page, when
// there is one, is given too.
func (l *list) write(ctx context.Context, r store.Reads, scope attendance.Scope, w *listWriter) (next string, err error) {
	var ends pageEnds
	w.Open("")
	w.OpenList("results")
	if l.page != nil {
		ends, err = l.writePage(w)
	} else {
		err = l.writeAll(w)
	}
	if err != nil {
		return "", err
	}
	w.CloseList()
	if l.page != nil {
		next = l.writeCursors(w, ends)
	}
	if l.supplements != nil && l.supplements.Want != "no" {
		if err := l.supplements.write(ctx, r, scope, w); err != nil {
			return "", err
		}
	}
	w.Close()
	return next, nil
}

func (l *list) writeAll(w *listWriter) error {
	for record, err := range l.records {
		if err != nil {
			return err
		}
		l.writeRecord(w, record)
		if err := w.flushWhenFull(); err != nil {
			return err
		}
	}
	return nil
}

// pageEnds are the records at the edges of a page: the last one on it, and the first one after it.
type pageEnds struct{ last, next attendance.Record }

func (l *list) writePage(w *listWriter) (ends pageEnds, err error) {
	var page []attendance.Record
	n := 0
	for record, err := range l.records {
		if err != nil {
			return ends, err
		}
		if n++; n > l.page.Limit {
			ends.next = record
			break
		}
		ends.last = record
		if l.page.Backward {
			page = append(page, record)
		} else {
			l.writeRecord(w, record)
		}
	}
	for _, record := range slices.Backward(page) {
		l.writeRecord(w, record)
	}
	return ends, nil
}

func (l *list) writeRecord(w *listWriter, record attendance.Record) {
	if l.shown != nil {
		record = l.shown(record)
	}
	w.Open("")
	if l.fields != nil {
		record.Fields(wire.Only(w.Writer, l.fields))
	} else {
		record.Fields(w.Writer)
	}
	w.Close()
	if l.supplements != nil && l.supplements.Want != "no" {
		l.supplements.note(record)
	}
}

// writeCursors says where the next page begins, and on the last page of a feed where to go on later.
func (l *list) writeCursors(w *listWriter, ends pageEnds) (next string) {
	if ends.next != nil {
		next = l.token.make(l.position(ends.next))
		w.Text("cursor", next)
		return next
	}
	w.Null("cursor")
	if !l.feed {
		return ""
	}
	resume := attendance.Position{Past: true}
	switch {
	case ends.last != nil:
		resume = l.position(ends.last)
		resume.Past = true
	case l.page.Start != nil:
		resume = *l.page.Start
	}
	w.Text("resumeCursor", l.token.make(resume))
	return ""
}
