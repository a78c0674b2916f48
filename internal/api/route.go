package api

import (
	"context"
	"iter"
	"net/http"
	"reflect"
	"strings"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// route is a row of the route table: what is needed to serve an operation, and to describe it.
type route struct {
	method     string
	pattern    string // as in /departments/{id}
	permission attendance.Permission
	in         reflect.Type // the struct of parameters; a field tagged body takes the body
	query      *queryPlan   // how in takes the query
	body       *bodyPlan    // how in takes the body; nil when it takes none
	handle     handler
	record     attendance.Record                         // an example of what it answers
	brief      func(attendance.Record) attendance.Record // the answer shows this of the record; nil shows all
	later      bool                                      // the list can also run as an asynchronous report
	polls      bool                                      // answers 202 until a report is complete
	status     int                                       // of success; 0 is 200, or 204 where nothing is answered
	wrapped    bool                                      // the record is answered inside results, as lists are
	summary    string                                    // one line for the documentation
	notes      string                                    // more for the documentation
}

// handler answers a request whose parameters are bound to a pointer to the route's in.
type handler func(ctx context.Context, who attendance.Actor, in any) (reply, error)

// collection is the first segment of the path: what permissions and cursors are named after.
func (r route) collection() string {
	name, _, _ := strings.Cut(strings.TrimPrefix(r.pattern, "/"), "/")
	return name
}

// operation makes a route of a function that takes its own parameter struct.
func operation[In any](method, pattern string, permission attendance.Permission, h func(context.Context, attendance.Actor, *In) (reply, error)) route {
	in := reflect.TypeFor[In]()
	return route{
		method: method, pattern: pattern, permission: permission, in: in, query: planQuery(in), body: planBodyIn(in),
		handle: func(ctx context.Context, who attendance.Actor, in any) (reply, error) { return h(ctx, who, in.(*In)) }, //nolint:forcetypeassert // the server makes it of type in
	}
}

func get[In any](pattern string, permission attendance.Permission, h func(context.Context, attendance.Actor, *In) (reply, error)) route {
	return operation(http.MethodGet, pattern, permission, h)
}

func post[In any](pattern string, permission attendance.Permission, h func(context.Context, attendance.Actor, *In) (reply, error)) route {
	return operation(http.MethodPost, pattern, permission, h)
}

func put[In any](pattern string, permission attendance.Permission, h func(context.Context, attendance.Actor, *In) (reply, error)) route {
	return operation(http.MethodPut, pattern, permission, h)
}

func remove[In any](pattern string, permission attendance.Permission, h func(context.Context, attendance.Actor, *In) (reply, error)) route {
	return operation(http.MethodDelete, pattern, permission, h)
}

// describe gives the route its line in the documentation, and notes when there is more to say.
func (r route) describe(summary string, notes ...string) route {
	r.summary, r.notes = summary, strings.Join(notes, " ")
	return r
}

// orLater lets a list run as an asynchronous report too.
func (r route) orLater() route {
	r.later = true
	return r
}

// answers is what the answer shows of a record.
func (r route) answers(record attendance.Record) attendance.Record {
	if r.brief == nil {
		return record
	}
	return r.brief(record)
}

// answering gives every route of a collection the example of its record.
func answering(example attendance.Record, routes ...route) []route {
	for i := range routes {
		if routes[i].record == nil {
			routes[i].record = example
		}
	}
	return routes
}

// none is the parameter struct of an operation that takes none.
type none struct{}

// byID is the id in the path of a record's URL. Embedding it makes {id} a parameter.
type byID struct {
	ID int64 `path:"id"`
}

// write is the parameter struct of an operation that creates from a body.
type write[B any] struct {
	Body B `body:"true"`
}

// writeTo is the parameter struct of an operation that changes the record with that id.
type writeTo[B any] struct {
	byID
	Body B `body:"true"`
}

// reply is the answer of a handler: a record, a list, a saved answer, or nothing.
type reply struct {
	record attendance.Record
	status int // 0 is the route's
	list   *list
	report *store.Report // a complete one
}

// answer is the reply that shows a record.
func answer[R attendance.Record](record R, err error) (reply, error) {
	if err != nil {
		return reply{}, err
	}
	return reply{record: record}, nil
}

// deleted is the reply to a deletion.
func deleted(err error) (reply, error) { return reply{}, err }

// list is a list in the making: nothing is read before it is written.
type list struct {
	records     iter.Seq2[attendance.Record, error]
	page        *attendance.Page // nil when the list is not paged
	position    func(attendance.Record) attendance.Position
	feed        bool // a sync feed: its last page says where to go on later
	supplements *supplements
	fields      map[string]bool // nil is all
	token       cursorSeal
	shown       func(attendance.Record) attendance.Record // hides what the caller may not see; nil hides nothing
}

// listing is the list of what the store reads.
func listing[R attendance.Record](records iter.Seq2[R, error]) *list {
	return &list{records: func(yield func(attendance.Record, error) bool) {
		for r, err := range records {
			if !yield(r, err) {
				return
			}
		}
	}}
}

// paged makes the list one page of it.
func (l *list) paged(p *paging, position func(attendance.Record) attendance.Position) *list {
	l.page, l.position, l.token = p.page, position, p.seal
	return l
}

// with adds supplemental data as the request asks.
func (l *list) with(s *supplements) *list {
	l.supplements = s
	return l
}

// reply ends a handler that gives the list.
func (l *list) reply() (reply, error) { return reply{list: l}, nil }
