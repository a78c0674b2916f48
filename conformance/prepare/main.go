// Prepare makes ready what a generative test of the server needs: it sends one request of every operation, makes
// records on the way, and keeps each request with its answer as an example from which others are derived. Beside the
// examples it writes a copy of the OpenAPI document that speaks of JSON alone and leaves out headers and parameters that
// every operation has, because the number of derived requests grows with each of them.
//
// usage: prepare --server URL --key KEY --requests FILE --out DIRECTORY
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	server := flag.String("server", "", "address of the API, such as http://127.0.0.1:8080/api")
	key := flag.String("key", "", "API key that may do everything, of an account without limits")
	requests := flag.String("requests", "", "file with a request of every operation")
	out := flag.String("out", "", "directory for the document and the examples")
	flag.Parse()
	if err := prepare(context.Background(), *server, *key, *requests, *out); err != nil {
		fmt.Fprintln(os.Stderr, "prepare:", err)
		os.Exit(1)
	}
}

// object is a JSON object.
type object = map[string]any

// request is a line of the file of requests. Strings in it may hold $NAME, which stands for what an earlier request kept
// under that name, and $today, $yesterday or $weekAgo.
type request struct {
	Do    string            `json:"do"`    // name of the operation
	Path  map[string]any    `json:"path"`  // its path parameters
	Query map[string]any    `json:"query"` // its query parameters
	Body  any               `json:"body"`
	Keep  map[string]string `json:"keep"` // what to keep of the answer, by name: a path such as results.0.id
	Only  string            `json:"only"` // "send" makes no example of it, "show" makes one without sending it
	Once  bool              `json:"once"` // what it makes can be made once only, because something in it is unique
}

// run is a preparation under way.
type run struct {
	client     *http.Client
	server     string
	key        string
	out        string
	operations map[string]operation // by name
	kept       map[string]any
	given      map[string]example // by operation
}

// example is what the example of an operation gives.
type example struct {
	query object
	body  any
	once  bool
}

// operation is what the document says of one.
type operation struct {
	method, path string
	success      int // the status that it answers
}

func prepare(ctx context.Context, server, key, requests, out string) error {
	now := time.Now().UTC()
	day := func(ago int) string { return now.AddDate(0, 0, -ago).Format(time.DateOnly) }
	r := &run{
		client: &http.Client{Timeout: time.Minute}, server: server, key: key, out: out, given: map[string]example{},
		kept: map[string]any{"today": day(0), "yesterday": day(1), "weekAgo": day(7), "soon": day(-30)},
	}
	document, err := r.document(ctx)
	if err != nil {
		return err
	}
	r.operations = operationsOf(document)
	var lines []request
	if err := readJSON(requests, &lines); err != nil {
		return err
	}
	for i, line := range lines {
		if err := r.do(ctx, i, line); err != nil {
			return fmt.Errorf("request %d, %s: %w", i+1, line.Do, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.operations)) {
		if _, ok := r.given[name]; !ok {
			return fmt.Errorf("there is no request of %s: add one to %s", name, requests)
		}
	}
	return writeJSON(filepath.Join(out, "openapi.json"), narrow(document, r.given))
}

// document is the OpenAPI document of the server.
func (r *run) document(ctx context.Context) (object, error) {
	_, text, err := r.send(ctx, http.MethodGet, "/openapi.json", nil)
	if err != nil {
		return nil, err
	}
	var document object
	return document, json.Unmarshal(text, &document)
}

func operationsOf(document object) map[string]operation {
	all := map[string]operation{}
	for path, item := range sub(document, "paths") {
		for method, described := range item.(object) { //nolint:forcetypeassert // the document was judged before
			o := described.(object) //nolint:forcetypeassert // the same
			success := 0
			for status := range sub(o, "responses") {
				if n, err := strconv.Atoi(status); err == nil && n < 300 && (success == 0 || n < success) {
					success = n
				}
			}
			all[fmt.Sprint(o["operationId"])] = operation{strings.ToUpper(method), path, success}
		}
	}
	return all
}

// sub is the object under a name; nil when there is none.
func sub(o object, name string) object {
	inner, _ := o[name].(object)
	return inner
}

// do sends a request, keeps what is to be kept of the answer, and makes an example of the two.
func (r *run) do(ctx context.Context, i int, line request) error {
	o, ok := r.operations[line.Do]
	if !ok {
		return errors.New("there is no such operation")
	}
	path, query, body, err := r.fill(o, line)
	if err != nil {
		return err
	}
	var answer any = ""
	status := o.success
	if line.Only != "show" {
		if status, answer, err = r.performWhole(ctx, o, path, query, body); err != nil {
			return err
		}
		if err := r.keep(line.Keep, answer); err != nil {
			return err
		}
	}
	if line.Only == "send" {
		return nil
	}
	body = withoutWords(body)
	r.given[line.Do] = example{query, body, line.Once}
	sent := object{"method": o.method, "path": path}
	if query != nil {
		sent["query"] = query
	}
	if body != nil {
		sent["body"], sent["headers"] = body, object{"Content-Type": "application/json"}
	}
	shown := object{"http-request": sent, "http-response": object{"status": status, "headers": object{"Content-Type": "application/json"}, "body": answer}}
	return writeJSON(filepath.Join(r.out, "openapi_examples", fmt.Sprintf("%03d-%s.json", i+1, line.Do)), shown)
}

// performWhole performs a request; that of a report is repeated until the report is complete.
func (r *run) performWhole(ctx context.Context, o operation, path string, query object, body any) (status int, answer any, err error) {
	const tries, pause = 100, 100 * time.Millisecond
	for range tries {
		status, answer, err = r.perform(ctx, o.method, path, query, body)
		if err != nil || status == o.success {
			return status, answer, err
		}
		time.Sleep(pause)
	}
	return status, answer, fmt.Errorf("it is still answered with %d", status)
}

// perform sends a request and reads the answer, which must be a success.
func (r *run) perform(ctx context.Context, method, path string, query object, body any) (status int, answer any, err error) {
	values := url.Values{}
	for name, value := range query {
		if list, ok := value.([]any); ok {
			for _, v := range list {
				values.Add(name, fmt.Sprint(v))
			}
			continue
		}
		values.Set(name, fmt.Sprint(value))
	}
	if len(values) > 0 {
		path += "?" + values.Encode()
	}
	var text []byte
	if body != nil {
		if text, err = json.Marshal(body); err != nil {
			return 0, nil, err
		}
		text = bytes.ReplaceAll(text, []byte(`"(string)"`), []byte(strconv.Quote("any"+strconv.FormatInt(time.Now().UnixNano(), 36))))
	}
	status, text, err = r.send(ctx, method, path, text)
	if err != nil || len(text) == 0 {
		return status, "", err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return status, answer, decoder.Decode(&answer)
}

func (r *run) send(ctx context.Context, method, path string, body []byte) (status int, text []byte, err error) {
	q, err := http.NewRequestWithContext(ctx, method, r.server+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	q.Header.Set("Authorization", "Token "+r.key)
	if body != nil {
		q.Header.Set("Content-Type", "application/json")
	}
	answer, err := r.client.Do(q)
	if err != nil {
		return 0, nil, err
	}
	text, err = io.ReadAll(answer.Body)
	err = errors.Join(err, answer.Body.Close())
	if answer.StatusCode >= http.StatusMultipleChoices {
		return 0, nil, errors.Join(err, fmt.Errorf("%s %s was answered with %s: %s", method, path, answer.Status, text))
	}
	return answer.StatusCode, text, err
}

func readJSON(name string, into any) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func writeJSON(name string, v any) error {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o600)
}
