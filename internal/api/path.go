package api

import (
	"slices"
	"strconv"
	"strings"
)

// node is a segment of the paths of the route table, with the segments that may follow it.
type node struct {
	literal map[string]*node
	param   *node // stands for any segment
	name    string
	methods map[string]*route
}

// params are the values of a path's parameters, by name. No path has more than two.
type params [2]struct{ name, value string }

func (p *params) get(name string) string {
	for _, v := range p {
		if v.name == name {
			return v.value
		}
	}
	return ""
}

func (n *node) add(r *route) {
	for segment := range strings.SplitSeq(strings.TrimPrefix(r.pattern, "/"), "/") {
		n = n.child(segment)
	}
	if n.methods == nil {
		n.methods = make(map[string]*route)
	}
	n.methods[r.method] = r
}

func (n *node) child(segment string) *node {
	if name, isParam := strings.CutPrefix(segment, "{"); isParam {
		if n.param == nil {
			n.param = &node{name: strings.TrimSuffix(name, "}")}
		}
		return n.param
	}
	if n.literal == nil {
		n.literal = make(map[string]*node)
	}
	if n.literal[segment] == nil {
		n.literal[segment] = &node{}
	}
	return n.literal[segment]
}

// find is the methods of a path, by name, and its parameters; nil when there is no such path.
func (n *node) find(path string, p *params) map[string]*route {
	found := 0
	if !strings.HasPrefix(path, "/") {
		return nil
	}
	for segment := range strings.SplitSeq(path[1:], "/") {
		next := n.literal[segment]
		if next == nil {
			if next = n.param; next == nil || segment == "" {
				return nil
			}
			p[found].name, p[found].value = next.name, segment
			found++
		}
		n = next
	}
	return n.methods
}

// allowed is the value of the Allow header.
func allowed(methods map[string]*route) string {
	names := []string{"OPTIONS"}
	for name := range methods {
		names = append(names, name)
		if name == "GET" {
			names = append(names, "HEAD")
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// recordPath is the URL path of a record.
func recordPath(collection string, id int64) string {
	return Prefix + "/" + collection + "/" + strconv.FormatInt(id, 10)
}
