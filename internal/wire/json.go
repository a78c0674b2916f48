package wire

import (
	"strconv"
	"strings"
	"unicode/utf16"
)

// ParseJSON reads one JSON value (RFC 8259). It refuses what readers are known to understand differently: names given
// twice, surrogates without their other half, U+0000, data after the value; also more than 32 levels and more than
// 100,000 values. The error is a *SyntaxError.
func ParseJSON(document []byte) (*Value, error) {
	p := &jsonParser{reader{format: "JSON", text: string(document)}}
	if err := p.check(); err != nil {
		return nil, err
	}
	if strings.HasPrefix(p.text, "\ufeff") {
		return nil, p.fail(0, "leave out the byte order mark")
	}
	v, err := p.value(0)
	if err != nil {
		return nil, err
	}
	p.spaces()
	if p.pos < len(p.text) {
		return nil, p.fail(p.pos, "there is something after the end of the value; send one value")
	}
	return v, nil
}

type jsonParser struct{ reader }

// value reads a value inside depth objects and lists.
func (p *jsonParser) value(depth int) (*Value, error) {
	p.spaces()
	if err := p.count(); err != nil {
		return nil, err
	}
	if p.pos == len(p.text) {
		return nil, p.fail(p.pos, "a value is missing at the end")
	}
	switch c := p.text[p.pos]; {
	case c == '{':
		return p.object(depth + 1)
	case c == '[':
		return p.list(depth + 1)
	case c == '"':
		text, err := p.str()
		return &Value{Kind: String, Text: text}, err
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	case p.takes("true"):
		return &Value{Kind: Bool, Text: "true"}, nil
	case p.takes("false"):
		return &Value{Kind: Bool, Text: "false"}, nil
	case p.takes("null"):
		return &Value{Kind: Null}, nil
	}
	return nil, p.fail(p.pos, "a value must stand here: a string in double quotes, a number, true, false, null, { or [")
}

// number reads a number and keeps its text.
func (p *jsonParser) number() (*Value, error) {
	size := numberLength(p.text[p.pos:])
	if size == 0 {
		return nil, p.fail(p.pos, "this is not a number; write digits without leading zeros, such as -12.5")
	}
	text := p.text[p.pos : p.pos+size]
	p.pos += size
	return &Value{Kind: Number, Text: text}, nil
}

// list reads a list; depth counts it.
func (p *jsonParser) list(depth int) (*Value, error) {
	if depth > maxDepth {
		return nil, p.tooDeep()
	}
	v := &Value{Kind: List}
	p.pos++
	if p.spaces(); p.takes("]") {
		return v, nil
	}
	for {
		item, err := p.value(depth)
		if err != nil {
			return nil, inItem(err, len(v.Items))
		}
		v.Items = append(v.Items, item)
		if p.spaces(); p.takes("]") {
			return v, nil
		}
		if !p.takes(",") {
			return nil, p.fail(p.pos, "a comma or ] must stand after an item of a list")
		}
	}
}

// object reads an object; depth counts it.
func (p *jsonParser) object(depth int) (*Value, error) {
	if depth > maxDepth {
		return nil, p.tooDeep()
	}
	v := &Value{Kind: Object}
	var known names
	p.pos++
	if p.spaces(); p.takes("}") {
		return v, nil
	}
	for {
		m, err := p.member(depth, v.Members, &known)
		if err != nil {
			return nil, err
		}
		v.Members = append(v.Members, m)
		if p.spaces(); p.takes("}") {
			return v, nil
		}
		if !p.takes(",") {
			return nil, p.fail(p.pos, "a comma or } must stand after a member of an object")
		}
	}
}

// member reads the next member of an object that has the given ones.
func (p *jsonParser) member(depth int, before []Member, known *names) (Member, error) {
	p.spaces()
	start := p.pos
	if !strings.HasPrefix(p.text[p.pos:], `"`) {
		return Member{}, p.fail(p.pos, "a name in double quotes must stand here")
	}
	name, err := p.str()
	if err != nil {
		return Member{}, err
	}
	if known.repeats(before, name) {
		return Member{}, p.twice(start, name, "keep one of them")
	}
	if p.spaces(); !p.takes(":") {
		return Member{}, p.fail(p.pos, "a colon must stand after a name")
	}
	v, err := p.value(depth)
	if err != nil {
		return Member{}, inMember(err, name)
	}
	return Member{Name: name, Value: v}, nil
}

// tooDeep is the error about too many levels.
func (p *jsonParser) tooDeep() error {
	return p.fail(p.pos, "objects and lists are nested more than %d deep", maxDepth)
}

// str reads a string. Without escapes it is a part of the document and costs nothing.
func (p *jsonParser) str() (string, error) {
	opening := p.pos
	p.pos++
	start := p.pos
	var unescaped []byte
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; {
		case c == '"':
			rest := p.text[start:p.pos]
			p.pos++
			if unescaped == nil {
				return rest, nil
			}
			return string(append(unescaped, rest...)), nil
		case c == '\\':
			unescaped = append(unescaped, p.text[start:p.pos]...)
			var err error
			if unescaped, err = p.escape(unescaped); err != nil {
				return "", err
			}
			start = p.pos
		case c < 0x20:
			return "", p.fail(p.pos, "a control character stands in a string; write it as an escape such as \\n")
		default:
			p.pos++
		}
	}
	return "", p.fail(opening, "this string does not end; write a double quote after it")
}

// escape reads an escape and appends what it stands for.
func (p *jsonParser) escape(b []byte) ([]byte, error) {
	const short, meaning = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	if p.pos+1 < len(p.text) {
		c := p.text[p.pos+1]
		if i := strings.IndexByte(short, c); i >= 0 {
			p.pos += 2
			return append(b, meaning[i]), nil
		}
		if c == 'u' {
			return p.unicodeEscape(b)
		}
	}
	return nil, p.fail(p.pos, "this escape does not exist; write \\\\ for a backslash")
}

// unicodeEscape reads \u1234, or two of them that make one character.
func (p *jsonParser) unicodeEscape(b []byte) ([]byte, error) {
	start := p.pos
	r, ok := p.codeUnit()
	if !ok {
		return nil, p.fail(start, "four hexadecimal digits must stand after \\u")
	}
	if utf16.IsSurrogate(r) {
		low, ok := p.codeUnit()
		r = utf16.DecodeRune(r, low)
		if !ok || r == '\ufffd' {
			return nil, p.fail(start, "this is one half of a surrogate pair; write both halves or the character itself")
		}
	}
	if r == 0 {
		return nil, p.fail(start, "the character U+0000 cannot be stored; leave it out")
	}
	return append(b, string(r)...), nil
}

// codeUnit reads \u1234.
func (p *jsonParser) codeUnit() (rune, bool) {
	if !strings.HasPrefix(p.text[p.pos:], `\u`) || len(p.text) < p.pos+6 {
		return 0, false
	}
	n, err := strconv.ParseUint(p.text[p.pos+2:p.pos+6], 16, 16)
	if err != nil {
		return 0, false
	}
	p.pos += 6
	return rune(n), true
}
