package api

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"net/url"
	"slices"

	"punchclock/internal/attendance"
)

// paging is embedded in the parameters of a list that is paged.
type paging struct {
	Cursor    string `query:"cursor" doc:"Where the page begins: the cursor of the page before, unmodified. Repeat the same filters with it."`
	Direction int64  `query:"direction" doc:"1 for the records from the cursor on (default), 0 for those up to it." enum:"0,1"`
	Limit     int64  `query:"limit" doc:"How many records at most, 1 to 200." default:"25" bounds:"1..200"`

	page *attendance.Page
	seal cursorSeal
}

// turns is any parameter struct that embeds paging.
type turns interface{ pages() *paging }

func (p *paging) pages() *paging { return p }

// defaultLimit and mostLimit bound the size of a page.
const (
	defaultLimit = 25
	mostLimit    = 200
)

// turn makes the page of the parameters, which of them were given, and says what is wrong with them.
func (p *paging) turn(seal cursorSeal, given url.Values) (problems attendance.Problems) {
	p.seal = seal
	p.page = &attendance.Page{Limit: defaultLimit}
	if given.Has("limit") {
		p.page.Limit = int(p.Limit)
		if p.Limit < 1 || p.Limit > mostLimit {
			problems.Add("limit", "range", "limit must be 1 to %d.", mostLimit)
		}
	}
	if given.Has("direction") {
		p.page.Backward = p.Direction == 0
		if p.Direction != 0 && p.Direction != 1 {
			problems.Add("direction", "range", "direction must be 1 (after the cursor) or 0 (before it).")
		}
	}
	if given.Has("cursor") {
		start, err := seal.open(p.Cursor)
		if err != nil {
			problems.Add("cursor", "invalidCursor", "The cursor was changed, or belongs to other filters, another order or another list. Begin again without a cursor.")
		}
		p.page.Start = start
	}
	return problems
}

// cursorSeal makes and opens the cursors of one list with its filters: a cursor of another one does not open.
type cursorSeal struct {
	secret []byte
	bound  [sha256.Size]byte // of account, collection and filters
}

// notFilters are the parameters with which a cursor may be used although they differ.
var notFilters = [...]string{"cursor", "limit", "direction", "format", "supplementalData", "supplementalDataFields", "fields"}

func newCursorSeal(secret []byte, account int64, collection string, query url.Values) cursorSeal {
	filters := url.Values{}
	for name, values := range query {
		name = plainName(name)
		filters[name] = append(filters[name], values...)
	}
	for _, name := range notFilters {
		filters.Del(name)
	}
	h := sha256.New()
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(account))) //nolint:gosec // ids are positive
	h.Write([]byte(collection + "?" + filters.Encode()))
	s := cursorSeal{secret: secret}
	h.Sum(s.bound[:0])
	return s
}

var errCursor = errors.New("not a cursor of this list")

const (
	cursorPast = 1 << iota
	macSize    = 16
)

// make is the cursor that names a position.
func (s cursorSeal) make(p attendance.Position) string {
	flags := byte(0)
	if p.Past {
		flags = cursorPast
	}
	b := []byte{flags}
	b = binary.AppendVarint(b, p.ID)
	b = binary.AppendVarint(b, p.Number)
	b = append(b, p.Text...)
	return base64.RawURLEncoding.EncodeToString(s.mac(b))
}

// mac appends the authentication of b.
func (s cursorSeal) mac(b []byte) []byte {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write(s.bound[:])
	mac.Write(b)
	return append(b, mac.Sum(nil)[:macSize]...)
}

// open is the position that a cursor names.
func (s cursorSeal) open(cursor string) (*attendance.Position, error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(b) < 3+macSize {
		return nil, errCursor
	}
	body := b[:len(b)-macSize]
	if !hmac.Equal(s.mac(slices.Clip(body)), b) {
		return nil, errCursor
	}
	p := attendance.Position{Past: body[0]&cursorPast != 0}
	body = body[1:]
	var n int
	if p.ID, n = binary.Varint(body); n <= 0 {
		return nil, errCursor
	}
	body = body[n:]
	if p.Number, n = binary.Varint(body); n <= 0 {
		return nil, errCursor
	}
	p.Text = string(body[n:])
	return &p, nil
}
