package test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// canary listens for connections that must never come.
func canary(t *testing.T) (address string, visits *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	visits = &atomic.Int64{}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			visits.Add(1)
			_ = c.Close()
		}
	}()
	return l.Addr().String(), visits
}

// TestXMLIsNoWeapon posts what makes other parsers read files, call other machines, or grow without end.
func TestXMLIsNoWeapon(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		c := i.serve().as(i.key(i.account(), "*"))
		address, visits := canary(t)
		bomb := `<!DOCTYPE a [<!ENTITY a0 "ha">`
		for n := range 30 {
			bomb += fmt.Sprintf(`<!ENTITY a%d "&a%d;&a%d;">`, n+1, n, n)
		}
		for name, body := range map[string]string{
			"entities in entities": bomb + `]><a><name>&a30;</name></a>`,
			"a large entity":       `<!DOCTYPE a [<!ENTITY x "` + strings.Repeat("x", 50_000) + `">]><a><name>` + strings.Repeat("&x;", 50_000) + `</name></a>`,
			"a file":               `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a><name>&x;</name></a>`,
			"another machine":      `<!DOCTYPE a [<!ENTITY x SYSTEM "http://` + address + `/x">]><a><name>&x;</name></a>`,
			"another's DTD":        `<!DOCTYPE a SYSTEM "http://` + address + `/x.dtd"><a><name>x</name></a>`,
			"a parameter entity":   `<!DOCTYPE a [<!ENTITY % x SYSTEM "http://` + address + `/x"> %x;]><a><name>x</name></a>`,
			"XInclude":             `<a xmlns:xi="http://www.w3.org/2001/XInclude"><name><xi:include href="http://` + address + `/x"/></name></a>`,
			"a style sheet":        `<?xml-stylesheet href="http://` + address + `/x"?><a><name>x</name></a>`,
			"depth":                strings.Repeat("<a>", 300_000),
			"closed depth":         strings.Repeat("<a>", 140_000) + strings.Repeat("</a>", 140_000),
			"attributes":           "<a " + strings.Repeat("b='c' ", 100_000) + "/>",
			"siblings":             "<a>" + strings.Repeat("<b/>", 200_000) + "</a>",
			"no end":               "<a><name>x",
			"nothing but a tag":    "<",
			"an undefined entity":  "<a><name>&nope;</name></a>",
			"NUL":                  "<a><name>x&#0;y</name></a>",
			"a comment in a name":  "<a><name>x<!-- y -->z</name></a>",
			"two roots":            "<a><name>x</name></a><a><name>y</name></a>",
			"another encoding":     `<?xml version="1.0" encoding="UTF-7"?><a><name>+ADw-</name></a>`,
		} {
			a := c.promptly(0, http.MethodPost, "/departments", body, "Content-Type: application/xml")
			if a.status < 400 || a.status > 499 {
				t.Errorf("%s is answered with %d after %s: %.300s", name, a.status, a.took, a.body)
			}
		}
		if n := visits.Load(); n > 0 {
			t.Errorf("the server called another machine %d times", n)
		}
		if n := len(departments(c)); n != 0 {
			t.Errorf("hostile XML made %d departments", n)
		}
	})
}

// TestJSONIsNeverReadOtherwise posts JSON that parsers read differently from one another, or cannot bear.
func TestJSONIsNeverReadOtherwise(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		c := i.serve().as(i.key(i.account(), "*"))
		for name, body := range map[string]string{
			"depth":              strings.Repeat(`{"name":`, 120_000),
			"closed depth":       `{"name": ` + strings.Repeat("[", 400_000) + strings.Repeat("]", 400_000) + "}",
			"numbers":            `{"name": ` + strings.Repeat("9", 1_000_000) + "}",
			"a key twice":        `{"name": "x", "name": "y"}`,
			"an escaped key":     `{"name": "x", "n\u0061me": "y"}`,
			"another case":       `{"NAME": "x"}`,
			"a lone surrogate":   `{"name": "x\ud800y"}`,
			"surrogates swapped": `{"name": "\udc00\ud800"}`,
			"NUL":                `{"name": "x\u0000y"}`,
			"a raw NUL":          "{\"name\": \"x\x00y\"}",
			"bad UTF-8":          "{\"name\": \"x\xff\xfey\"}",
			"overlong UTF-8":     "{\"name\": \"\xc0\xaf\"}",
			"NaN":                `{"name": NaN}`,
			"1e400":              `{"active": 1e400}`,
			"more after it":      `{"name": "x"} {"name": "y"}`,
			"a comma too many":   `{"name": "x",}`,
			"a comment":          `{"name": "x" /* y */}`,
			"single quotes":      `{'name': 'x'}`,
			"UTF-16":             "\xff\xfe{\x00\"\x00n\x00a\x00m\x00e\x00\"\x00:\x00\"\x00x\x00\"\x00}\x00",
			"a field too many":   `{"name": "x", "id": 7}`,
			"a prototype":        `{"name": "x", "__proto__": {"active": false}}`,
			"many keys":          "{" + strings.Repeat(`"a":1,`, 150_000) + `"name": "x"}`,
		} {
			a := c.promptly(0, http.MethodPost, "/departments", body, "Content-Type: application/json")
			if a.status != http.StatusBadRequest {
				t.Errorf("%s is answered with %d after %s: %.300s", name, a.status, a.took, a.body)
			}
		}
		if n := len(departments(c)); n != 0 {
			t.Errorf("hostile JSON made %d departments", n)
		}
	})
}

// TestHugeBodiesAreRefused sends four bodies of 64 MB at once, bodies without end, and bodies that claim to be
// compressed.
func TestHugeBodiesAreRefused(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		c := i.serve().as(i.key(i.account(), "*"))
		c.get("/departments")
		before := c.resident()
		var all sync.WaitGroup
		for n := range 8 {
			all.Go(func() {
				r, err := http.NewRequestWithContext(context.Background(), http.MethodPost, "http://"+c.address+"/api/departments", io.LimitReader(zeros{}, 64<<20))
				if err != nil {
					t.Error(err)
					return
				}
				if n%2 == 0 {
					r.ContentLength = 64 << 20 // else it is sent in chunks, and nobody knows how many
				}
				r.Header.Set("Authorization", "Token "+c.key)
				r.Header.Set("Content-Type", "application/json")
				response, err := c.client.Do(r)
				if err != nil {
					return // the server closed the connection while we were sending
				}
				defer func() { _ = response.Body.Close() }()
				if response.StatusCode != http.StatusRequestEntityTooLarge {
					t.Errorf("a huge body is answered with %s", response.Status)
				}
			})
		}
		all.Wait()
		if grown := c.resident() - before; grown > 64<<20 {
			t.Errorf("the server grew by %d MiB", grown>>20)
		}
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		if _, err := io.Copy(z, io.LimitReader(zeros{}, 256<<20)); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		for _, encoding := range []string{"gzip", "deflate", "br", "gzip, identity", "GZIP"} {
			c.do(http.StatusBadRequest, http.MethodPost, "/departments", packed.String()[:1000], "Content-Encoding: "+encoding)
		}
		c.do(http.StatusBadRequest, http.MethodPost, "/departments", packed.String(), "Content-Type: application/json")
	})
}

// zeros is an endless stream.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// raw sends bytes on a connection of their own and gives every answer that comes back until the connection is closed.
func (s *server) raw(request string) (answers []answer) {
	s.t.Helper()
	c, err := net.Dial("tcp", s.address)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		s.t.Fatal(err)
	}
	if _, err := io.WriteString(c, request); err != nil {
		s.t.Fatal(err)
	}
	// A server may give up a request whose sender has closed, so that it is closed after the first answer, or when there
	// is none for long.
	closing := time.AfterFunc(3*time.Second, func() { _ = c.(*net.TCPConn).CloseWrite() })
	defer closing.Stop()
	for in := bufio.NewReader(c); ; {
		a, err := http.ReadResponse(in, nil)
		if err != nil {
			return answers
		}
		closing.Reset(0)
		_, err = io.Copy(io.Discard, a.Body)
		if errors.Join(err, a.Body.Close()) != nil {
			return answers
		}
		answers = append(answers, answer{status: a.StatusCode, header: a.Header})
	}
}

// TestNoRequestIsSmuggled sends requests whose end others would see elsewhere. Each gets one answer, and what was hidden
// in it none.
func TestNoRequestIsSmuggled(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		key := i.key(i.account(), "*")
		s := i.serve()
		const hidden = "GET /api/jobs HTTP/1.1\r\nHost: x\r\n\r\n"
		head := "POST /api/departments HTTP/1.1\r\nHost: x\r\nAuthorization: Token " + key + "\r\nContent-Type: application/json\r\n"
		for name, c := range map[string]struct {
			request string
			want    []int
		}{
			"chunks and a length":        {head + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n" + hidden, []int{400}},
			"a length and chunks":        {head + "Transfer-Encoding: chunked\r\nContent-Length: 400\r\n\r\n2\r\n{}\r\n0\r\n\r\n" + hidden, []int{400}},
			"two lengths":                {head + "Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}" + hidden, []int{400}},
			"a list of lengths":          {head + "Content-Length: 2, 40\r\n\r\n{}" + hidden, []int{400}},
			"a signed length":            {head + "Content-Length: +2\r\n\r\n{}" + hidden, []int{400}},
			"another coding":             {head + "Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n" + hidden, []int{501}},
			"a coding with a tab":        {head + "Transfer-Encoding:\tchunked\r\nContent-Length: 2\r\n\r\n{}" + hidden, []int{400}},
			"a space before the colon":   {head + "Content-Length : 2\r\n\r\n{}" + hidden, []int{400}},
			"a folded header":            {head + "X-A: b\r\n Content-Length: 2\r\n\r\n{}" + hidden, []int{400, 400}},
			"a bad chunk size":           {head + "Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n" + hidden, []int{400}},
			"a length on a GET":          {"GET /api/departments HTTP/1.1\r\nHost: x\r\nAuthorization: Token " + key + "\r\nContent-Length: 38\r\n\r\n" + hidden + "xx", []int{200}},
			"two hosts":                  {"GET /api/departments HTTP/1.1\r\nHost: x\r\nHost: y\r\nAuthorization: Token " + key + "\r\n\r\n", []int{400}},
			"no host":                    {"GET /api/departments HTTP/1.1\r\nAuthorization: Token " + key + "\r\n\r\n", []int{400}},
			"two keys":                   {"GET /api/departments HTTP/1.1\r\nHost: x\r\nAuthorization: Token " + key + "\r\nAuthorization: Token " + key + "\r\n\r\n", []int{401}},
			"a method in a header":       {head + "X-HTTP-Method-Override: DELETE\r\nX-Method-Override: DELETE\r\nContent-Length: 2\r\n\r\n{}", []int{400}},
			"a method in the parameters": {"POST /api/departments?_method=GET HTTP/1.1\r\nHost: x\r\nAuthorization: Token " + key + "\r\nContent-Length: 2\r\n\r\n{}", []int{400}},
			"a whole URL":                {"GET http://other/api/departments HTTP/1.1\r\nHost: x\r\nAuthorization: Token " + key + "\r\n\r\n", []int{200}},
			"a tunnel":                   {"CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n", []int{404}},
			"NUL in a header":            {"GET /api/departments HTTP/1.1\r\nHost: x\r\nX-A: \x00\r\nAuthorization: Token " + key + "\r\n\r\n", []int{400}},
			"another protocol":           {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", []int{400}},
			"no protocol":                {"GET /api/departments\r\n\r\n", []int{400}},
		} {
			var got []int
			for _, a := range s.raw(c.request) {
				got = append(got, a.status)
			}
			if fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("%s is answered with %v, want %v", name, got, c.want)
			}
		}
		if n := len(departments(s.as(key))); n != 0 {
			t.Errorf("hostile requests made %d departments", n)
		}
	})
}

// TestPathsNameOneRecordOrNothing sends paths as they are, which clients would tidy up.
func TestPathsNameOneRecordOrNothing(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, i *installation) {
		key := i.key(i.account(), "*")
		s := i.serve()
		id := s.as(key).create("/departments", `{"name": "Assembly"}`)
		ask := func(path string, headers ...string) answer {
			t.Helper()
			request := fmt.Sprintf("GET %s HTTP/1.1\r\nHost: x\r\nAuthorization: Token %s\r\nConnection: close\r\n%s\r\n\r\n", path, key, strings.Join(headers, "\r\n"))
			answers := s.raw(strings.Replace(request, "\r\n\r\n\r\n", "\r\n\r\n", 1))
			if len(answers) != 1 {
				t.Fatalf("GET %s gets %d answers", path, len(answers))
			}
			return answers[0]
		}
		one := fmt.Sprintf("/api/departments/%d", id)
		for _, path := range []string{
			fmt.Sprintf("/api/departments.json/%d", id), fmt.Sprintf("/api//departments/%d", id), fmt.Sprintf("/api/departments//%d", id), fmt.Sprintf("/api/departments%%2f%d", id),
			fmt.Sprintf("/api/departments/%d;a=b", id), one + ".json.xml.csv", one + ".JSON", one + "%00", one + "/..", "/api/departments/./", one + "/../departments",
			fmt.Sprintf("/api/departments/0%d", id), fmt.Sprintf("/api/departments/%%3%d", id), "/api/departments/-1", "/api/departments/0", "/api/departments/9223372036854775808",
			"/api/departments/18446744073709551617", "/api/departments/1e0", "/api/departments/0x1", "/api/departments/%D9%A1", "/API/departments", "/api/departments%20", "//api/departments", "/api\\departments", "/./api/departments",
		} {
			if a := ask(path); a.status != http.StatusNotFound && a.status != http.StatusBadRequest {
				t.Errorf("GET %s is answered with %d", path, a.status)
			}
		}
		for _, c := range []struct{ path, accept, want string }{
			{one + ".xml?format=json", "application/json", "xml"},
			{one + ".json?format=xml", "application/xml", "json"},
			{one + "?format=xml", "application/json", "xml"},
			{one, "application/xml", "xml"},
			{one, "text/html", "json"},
		} {
			a := ask(c.path, "Accept: "+c.accept)
			if a.status != http.StatusOK || !strings.Contains(a.header.Get("Content-Type"), c.want) {
				t.Errorf("GET %s with Accept %s is answered with %d, %s", c.path, c.accept, a.status, a.header.Get("Content-Type"))
			}
		}
	})
}
