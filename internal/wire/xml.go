package wire

import "strings"

// ParseXML reads one XML document (XML 1.0, fifth edition) of the shape that a Writer gives it, under any root
// element. It refuses document types, processing instructions, entities other than the five that XML defines,
// comments inside text, text beside elements, elements given twice that are not list-item, attributes other than nil
// and key, encodings other than UTF-8, names with a prefix; also more than 32 levels and more than 100,000 values.
// Declarations of name spaces are passed over. The error is a *SyntaxError.
func ParseXML(document []byte) (*Value, error) {
	p := &xmlParser{reader{format: "XML", text: string(document)}}
	if err := p.check(); err != nil {
		return nil, err
	}
	for i, r := range p.text {
		if !Carries(r) {
			return nil, p.fail(i, "the character %U cannot stand in XML; leave it out", r)
		}
	}
	if err := p.prolog(); err != nil {
		return nil, err
	}
	if !p.at("<") {
		return nil, p.fail(p.pos, "an element must stand here, such as <root>")
	}
	root, err := p.element(1)
	if err != nil {
		return nil, err
	}
	if err := p.misc(); err != nil {
		return nil, err
	}
	if p.pos < len(p.text) {
		return nil, p.fail(p.pos, "there is something after the end of the root element; send one element")
	}
	return root.value, nil
}

type xmlParser struct{ reader }

// at says whether this literal stands here.
func (p *xmlParser) at(literal string) bool { return strings.HasPrefix(p.text[p.pos:], literal) }

// prolog skips what may stand before the root element.
func (p *xmlParser) prolog() error {
	p.takes("\ufeff")
	if p.at("<?xml ") || p.at("<?xml\t") || p.at("<?xml\r") || p.at("<?xml\n") {
		if err := p.declaration(); err != nil {
			return err
		}
	}
	return p.misc()
}

// declaration skips <?xml version="1.0" encoding="UTF-8"?>.
func (p *xmlParser) declaration() error {
	start := p.pos
	p.pos += len("<?xml")
	var given []string
	for p.spaces(); !p.takes("?>"); p.spaces() {
		name, value, err := p.attribute()
		if err != nil {
			return err
		}
		if name == "encoding" && !strings.EqualFold(value, "utf-8") {
			return p.fail(start, "the encoding %.20q is not accepted; encode the text in UTF-8 and say so", value)
		}
		if name == "version" && value != "1.0" || name == "standalone" && value != "yes" && value != "no" {
			return p.badDeclaration(start)
		}
		given = append(given, name)
		if len(given) > 3 {
			break
		}
	}
	switch strings.Join(given, " ") {
	case "version", "version encoding", "version standalone", "version encoding standalone":
		return nil
	}
	return p.badDeclaration(start)
}

// badDeclaration is the error about an XML declaration.
func (p *xmlParser) badDeclaration(start int) error {
	return p.fail(start, `the declaration must be <?xml version="1.0" encoding="UTF-8"?>`)
}

// misc skips white space and comments outside the root element.
func (p *xmlParser) misc() error {
	for {
		p.spaces()
		if !p.takes("<!--") {
			return p.refuse()
		}
		if err := p.comment(); err != nil {
			return err
		}
	}
}

// refuse is the error about a construct that has no place in what we read, when one begins here.
func (p *xmlParser) refuse() error {
	switch {
	case p.at("<?"):
		return p.fail(p.pos, "processing instructions are not accepted; leave it out")
	case p.at("<!DOCTYPE"):
		return p.fail(p.pos, "document types are not accepted; leave out the DOCTYPE")
	case p.at("<!"):
		return p.fail(p.pos, "this declaration is not accepted; leave it out")
	}
	return nil
}

// comment skips a comment after its <!--.
func (p *xmlParser) comment() error {
	size := strings.Index(p.text[p.pos:], "--")
	if size < 0 {
		return p.fail(p.pos, "this comment does not end; write --> after it")
	}
	p.pos += size
	if !p.takes("-->") {
		return p.fail(p.pos, "-- must not stand inside a comment")
	}
	return nil
}
