package main

import (
	"fmt"
	"strconv"
	"strings"
)

// fill is the request with what was kept in place of the names.
func (r *run) fill(o operation, line request) (where string, query object, body any, err error) {
	where = o.path
	for name, value := range line.Path {
		filled, err := r.replace(value)
		if err != nil {
			return "", nil, nil, err
		}
		where = strings.ReplaceAll(where, "{"+name+"}", fmt.Sprint(filled))
	}
	if line.Query != nil {
		filled, err := r.replace(line.Query)
		if err != nil {
			return "", nil, nil, err
		}
		query = filled.(object) //nolint:forcetypeassert // it was one
	}
	body, err = r.replace(line.Body)
	return where, query, body, err
}

// replace puts what was kept in place of names, in all strings of a tree. A string that is a name alone becomes the
// value itself.
func (r *run) replace(v any) (any, error) {
	switch v := v.(type) {
	case object:
		out := object{}
		for name, inner := range v {
			filled, err := r.replace(inner)
			if err != nil {
				return nil, err
			}
			out[name] = filled
		}
		return out, nil
	case []any:
		out := make([]any, len(v))
		for i, inner := range v {
			filled, err := r.replace(inner)
			if err != nil {
				return nil, err
			}
			out[i] = filled
		}
		return out, nil
	case string:
		return r.replaceText(v)
	}
	return v, nil
}

func (r *run) replaceText(text string) (any, error) {
	before, name, found := strings.Cut(text, "$")
	if !found {
		return text, nil
	}
	end := strings.IndexFunc(name, func(c rune) bool { return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') })
	rest := ""
	if end >= 0 {
		name, rest = name[:end], name[end:]
	}
	value, ok := r.kept[name]
	if !ok {
		return nil, fmt.Errorf("nothing is kept under $%s", name)
	}
	if before == "" && rest == "" {
		return value, nil
	}
	return fmt.Sprint(before, value, rest), nil
}

// keep remembers parts of an answer. A number is kept as one, so that it can stand where a number is wanted.
func (r *run) keep(wanted map[string]string, answer any) error {
	for name, path := range wanted {
		value := answer
		for step := range strings.SplitSeq(path, ".") {
			value = stepInto(value, step)
		}
		if value == nil {
			return fmt.Errorf("the answer has no %s", path)
		}
		r.kept[name] = value
	}
	return nil
}

func stepInto(value any, step string) any {
	switch v := value.(type) {
	case object:
		return v[step]
	case []any:
		if i, err := strconv.Atoi(step); err == nil && i < len(v) {
			return v[i]
		}
	}
	return nil
}
