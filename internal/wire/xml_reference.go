package wire

import (
	"strconv"
	"strings"
)

// longestReference is the length of the longest reference that is read; leading zeros beyond it serve nobody.
const longestReference = len("&#x0010FFFF;")

// reference reads &amp; or &#38; and gives the character that it stands for.
func (p *xmlParser) reference() (string, error) {
	start := p.pos
	rest := p.text[p.pos:min(p.pos+longestReference, len(p.text))]
	end := strings.IndexByte(rest, ';')
	if end < 0 {
		return "", p.fail(start, "write &amp; for &")
	}
	p.pos += end + 1
	switch name := rest[1:end]; name {
	case "amp":
		return "&", nil
	case "lt":
		return "<", nil
	case "gt":
		return ">", nil
	case "quot":
		return `"`, nil
	case "apos":
		return "'", nil
	default:
		if r, ok := character(name); ok {
			return string(r), nil
		}
	}
	return "", p.fail(start, "the reference %.20q is not accepted; write the character itself, and &amp; for &", rest[:end+1])
}

// character is what a numeric reference without its & and ; stands for: #38 or #x26.
func character(name string) (rune, bool) {
	digits, ok := strings.CutPrefix(name, "#")
	base := 10
	if after, isHex := strings.CutPrefix(digits, "x"); isHex {
		digits, base = after, 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if !ok || err != nil || n > 0x10ffff || !Carries(rune(n)) {
		return 0, false
	}
	return rune(n), true
}
