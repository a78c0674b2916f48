package wire

import (
	"slices"
	"strings"
)

// element is an XML element that was read.
type element struct {
	start  int // where it begins
	name   string
	keyed  bool // it is an entry with a key, which is then the name
	isNull bool
	value  *Value
}

// content is what stands between the tags of an element.
type content struct {
	first     string // the first piece of text; most elements have one
	rest      []byte
	commented bool
	items     []*Value
	members   []Member
	known     names
}

// add puts one more piece of text behind the others.
func (c *content) add(piece string) {
	if c.first == "" {
		c.first = piece
		return
	}
	c.rest = append(c.rest, piece...)
}

// element reads an element, which is the depth-th that is open.
func (p *xmlParser) element(depth int) (element, error) {
	e := element{start: p.pos}
	if err := p.count(); err != nil {
		return e, err
	}
	if depth > maxDepth+1 {
		return e, p.fail(e.start, "elements are nested more than %d deep", maxDepth)
	}
	p.pos++
	e.name = p.name()
	if !isPlain(e.name) {
		return e, p.fail(e.start, "the name of an element must stand after <, made of ASCII letters, digits, _ - and . without a prefix; "+
			`write &lt; for the sign itself, and <entry key="…"> for a name with other characters`)
	}
	tag := e.name
	empty, err := p.attributes(&e)
	if err != nil {
		return e, err
	}
	var c content
	if !empty {
		if err := p.content(&c, tag, depth); err != nil {
			return e, err
		}
	}
	e.value, err = p.held(&e, &c)
	return e, err
}

// name reads a name of an element or an attribute, prefix included; empty when none stands here.
func (p *xmlParser) name() string {
	start := p.pos
	for p.pos < len(p.text) {
		c := p.text[p.pos]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
		if !letter && c != '_' && c != '-' && c != '.' && c != ':' {
			break
		}
		p.pos++
	}
	return p.text[start:p.pos]
}

// attributes reads the attributes of an element and the end of its tag, and says whether the tag was <a/>.
func (p *xmlParser) attributes(e *element) (empty bool, err error) {
	var seen []string
	for {
		before := p.pos
		p.spaces()
		if p.takes("/>") {
			return true, nil
		}
		if p.takes(">") {
			return false, nil
		}
		start := p.pos
		if before == start {
			return false, p.fail(start, "a space, > or /> must stand here")
		}
		name, value, err := p.attribute()
		if err != nil {
			return false, err
		}
		if slices.Contains(seen, name) || len(seen) == 8 {
			return false, p.fail(start, "the attribute %.60q is given twice, or there are too many; keep one", name)
		}
		seen = append(seen, name)
		if err := p.apply(e, start, name, value); err != nil {
			return false, err
		}
	}
}

// apply gives an attribute its effect on the element.
func (p *xmlParser) apply(e *element, start int, name, value string) error {
	switch {
	case name == "nil" && (value == "true" || value == "false"):
		e.isNull = value == "true"
	case name == "key" && e.name == entryTag && !e.keyed:
		e.name, e.keyed = value, true
	case name == "xmlns" || strings.HasPrefix(name, "xmlns:"):
	case name == "nil":
		return p.fail(start, `the attribute nil must be "true" or "false"`)
	default:
		return p.fail(start, `the attribute %.60q is not accepted; write values as elements, null as nil="true", and names that are no element names as <entry key="…">`, name)
	}
	return nil
}

// attribute reads name="value".
func (p *xmlParser) attribute() (name, value string, err error) {
	start := p.pos
	name = p.name()
	p.spaces()
	if name == "" || !p.takes("=") {
		return "", "", p.fail(start, `an attribute must stand here, such as nil="true"`)
	}
	p.spaces()
	quote := `"`
	if p.at("'") {
		quote = "'"
	}
	size := -1
	if p.takes(quote) {
		size = strings.Index(p.text[p.pos:], quote)
	}
	if size < 0 {
		return "", "", p.fail(start, "the value of an attribute must stand in quotes")
	}
	value, err = p.attributeText(p.pos + size)
	p.pos++
	return name, value, err
}

// attributeText reads the value of an attribute up to its quote at end. White space in it is a space (XML 1.0, 3.3.3).
func (p *xmlParser) attributeText(end int) (string, error) {
	if i := strings.IndexByte(p.text[p.pos:end], '<'); i >= 0 {
		return "", p.fail(p.pos+i, "write &lt; for < in an attribute")
	}
	var b []byte
	for p.pos < end {
		switch c := p.text[p.pos]; {
		case c == '&':
			s, err := p.reference()
			if err != nil {
				return "", err
			}
			b = append(b, s...)
		case p.takes("\r\n") || p.takes("\r") || p.takes("\n") || p.takes("\t"):
			b = append(b, ' ')
		default:
			b = append(b, c)
			p.pos++
		}
	}
	return string(b), nil
}

// content reads what stands in an element, and the tag that ends it.
func (p *xmlParser) content(c *content, tag string, depth int) error {
	for {
		if err := p.characters(c); err != nil {
			return err
		}
		switch {
		case p.pos == len(p.text):
			return p.fail(p.pos, "the element %.60s does not end; write </%.60s>", tag, tag)
		case p.takes("</"):
			return p.endTag(tag)
		case p.takes("<!--"):
			c.commented = true
			if err := p.comment(); err != nil {
				return err
			}
		case p.takes("<![CDATA["):
			if err := p.cdata(c); err != nil {
				return err
			}
		default:
			if err := p.child(c, depth); err != nil {
				return err
			}
		}
	}
}

// endTag reads the rest of </tag>.
func (p *xmlParser) endTag(tag string) error {
	start := p.pos
	name := p.name()
	p.spaces()
	if name != tag || !p.takes(">") {
		return p.fail(start, "</%.60s> must stand here to end that element", tag)
	}
	return nil
}

// child reads an element in another one and adds it to the items or the members.
func (p *xmlParser) child(c *content, depth int) error {
	if err := p.refuse(); err != nil {
		return err
	}
	e, err := p.element(depth + 1)
	isItem := e.name == itemTag && !e.keyed
	if err != nil {
		if isItem {
			return inItem(err, len(c.items))
		}
		return inMember(err, e.name)
	}
	if isItem {
		c.items = append(c.items, e.value)
		return nil
	}
	if c.known.repeats(c.members, e.name) {
		return p.twice(e.start, e.name, "keep one, or write the items of a list as <list-item>")
	}
	c.members = append(c.members, Member{Name: e.name, Value: e.value})
	return nil
}

// held is the value of an element with this content.
func (p *xmlParser) held(e *element, c *content) (*Value, error) {
	text := c.first + string(c.rest)
	blank := strings.Trim(text, xmlSpace) == ""
	switch leaf := c.items == nil && c.members == nil; {
	case e.isNull && (text != "" || !leaf || c.commented):
		return nil, p.fail(e.start, `an element with nil="true" must be empty`)
	case e.isNull:
		return &Value{Kind: Null, FromXML: true}, nil
	case leaf && c.commented:
		return nil, p.fail(e.start, "there is a comment inside a value; leave it out")
	case leaf:
		return &Value{Kind: String, FromXML: true, Text: text}, nil
	case !blank:
		return nil, p.fail(e.start, "this element holds text beside elements; keep one of them")
	case c.items != nil && c.members != nil:
		return nil, p.fail(e.start, "this element holds list-item beside other elements; keep one of them")
	case c.items != nil:
		return &Value{Kind: List, FromXML: true, Items: c.items}, nil
	default:
		return &Value{Kind: Object, FromXML: true, Members: c.members}, nil
	}
}

// characters reads text up to the next tag. The end of a line is a line feed, however it was written (XML 1.0, 2.11).
func (p *xmlParser) characters(c *content) error {
	for p.pos < len(p.text) {
		size := strings.IndexAny(p.text[p.pos:], "<&]\r")
		if size < 0 {
			size = len(p.text) - p.pos
		}
		c.add(p.text[p.pos : p.pos+size])
		p.pos += size
		switch {
		case p.pos == len(p.text) || p.at("<"):
			return nil
		case p.at("]]>"):
			return p.fail(p.pos, "write ]]&gt; for ]]>")
		case p.takes("]"):
			c.add("]")
		case p.takes("\r\n") || p.takes("\r"):
			c.add("\n")
		default:
			s, err := p.reference()
			if err != nil {
				return err
			}
			c.add(s)
		}
	}
	return nil
}

// cdata reads the rest of a section in which no character has a meaning.
func (p *xmlParser) cdata(c *content) error {
	size := strings.Index(p.text[p.pos:], "]]>")
	if size < 0 {
		return p.fail(p.pos, "this CDATA section does not end; write ]]> after it")
	}
	text := p.text[p.pos : p.pos+size]
	if strings.Contains(text, "\r") {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	c.add(text)
	p.pos += size + len("]]>")
	return nil
}
