package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// flushSize is how much is gathered before it is written on.
const flushSize = 32 << 10

// Transcode reads one JSON document as a Writer makes it and writes the same tree as XML, byte for byte what a Writer
// would have made. It holds no more in memory than a buffer and the longest single string.
//
// It is for documents of our own: it does not look for names given twice.
func Transcode(dst io.Writer, jsonText io.Reader) error {
	d := json.NewDecoder(jsonText)
	d.UseNumber()
	t := &transcoder{out: NewWriter(make([]byte, 0, flushSize+flushSize/4), XML)}
	for first := true; first || t.depth > 0; first = false {
		token, err := d.Token()
		if err != nil {
			return transcodeError(err)
		}
		if err := t.token(token); err != nil {
			return err
		}
		if len(t.out.Bytes()) >= flushSize {
			if err := t.flush(dst); err != nil {
				return err
			}
		}
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("transcode JSON to XML: there is something after the end of the document")
	}
	return t.flush(dst)
}

// transcodeError says that the JSON is not whole.
func transcodeError(err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("transcode JSON to XML: %w", err)
}

// maxNesting is how deep a document may be. A tree that was read is at most maxDepth deep, and a few levels surround it.
const maxNesting = 64

// transcoder turns tokens of JSON into calls of a Writer.
type transcoder struct {
	out     *Writer
	depth   int
	lists   [maxNesting]bool // which of the open ones are lists
	name    string           // the name of the member whose value comes next
	hasName bool
}

// token takes one token.
func (t *transcoder) token(token json.Token) error {
	if text, ok := token.(string); ok && t.depth > 0 && !t.lists[t.depth] && !t.hasName {
		t.name, t.hasName = text, true
		return nil
	}
	name := t.name
	t.name, t.hasName = "", false
	switch v := token.(type) {
	case json.Delim:
		return t.bracket(v, name)
	case string:
		t.out.Text(name, v)
	case json.Number:
		t.out.Number(name, v.String())
	case bool:
		t.out.Bool(name, v)
	case nil:
		t.out.Null(name)
	}
	return nil
}

// bracket begins or ends an object or a list.
func (t *transcoder) bracket(d json.Delim, name string) error {
	switch d {
	case '}':
		t.out.CloseMap()
		t.depth--
		return nil
	case ']':
		t.out.CloseList()
		t.depth--
		return nil
	}
	if t.depth+1 == maxNesting {
		return fmt.Errorf("transcode JSON to XML: objects and lists are nested %d deep or more", maxNesting)
	}
	t.depth++
	t.lists[t.depth] = d == '['
	if d == '[' {
		t.out.OpenList(name)
	} else {
		t.out.OpenMap(name)
	}
	return nil
}

// flush writes on what was gathered.
func (t *transcoder) flush(dst io.Writer) error {
	_, err := dst.Write(t.out.Bytes())
	t.out.Emptied()
	if err != nil {
		return fmt.Errorf("write XML: %w", err)
	}
	return nil
}
