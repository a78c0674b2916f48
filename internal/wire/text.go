package wire

import "unicode/utf8"

const (
	hexDigits   = "0123456789abcdef"
	replacement = "\ufffd"
)

// Most text needs no escaping. It is looked at eight bytes at a time, with a bit trick: taking 1 from a byte that is 0,
// or 0x20 from one that is below it, borrows and sets its highest bit. A borrow may spill into the next byte, which
// then only looks suspicious.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// eight is the first eight bytes of s as one number.
func eight(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// jsonStops is 0 when none of the eight bytes needs a closer look in JSON: a control character, quote, backslash, or
// part of a character beyond ASCII.
func jsonStops(x uint64) uint64 {
	return (x | (x - 0x20*ones) | ((x ^ '"'*ones) - ones) | ((x ^ '\\'*ones) - ones)) & highs
}

// xmlStops is the same for XML. It is < and > that differ in one bit only.
func xmlStops(x uint64) uint64 {
	return (x | (x - 0x20*ones) | ((x ^ '&'*ones) - ones) | (((x | 2*ones) ^ '>'*ones) - ones)) & highs
}

// appendJSONText writes s as a JSON string. Control characters, U+2028 and U+2029 (which end a line in old JavaScript)
// are escaped; every broken byte of UTF-8 becomes U+FFFD.
func appendJSONText(b []byte, s string) []byte {
	b = append(b, '"')
	done := 0 // s[:done] is written
	for i := 0; i < len(s); {
		if i+8 <= len(s) && jsonStops(eight(s[i:])) == 0 {
			i += 8
			continue
		}
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			b = appendJSONEscape(append(b, s[done:i]...), c)
			i++
			done = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b = append(append(b, s[done:i]...), replacement...)
			done = i + size
		case r == '\u2028' || r == '\u2029':
			b = append(append(b, s[done:i]...), `\u202`...)
			b = append(b, hexDigits[r&0xf])
			done = i + size
		}
		i += size
	}
	return append(append(b, s[done:]...), '"')
}

// appendJSONEscape writes a character below U+0080 that cannot stand as itself in a JSON string.
func appendJSONEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	default:
		return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xf])
	}
}

// appendXMLText writes s as the text of an element.
func appendXMLText(b []byte, s string) []byte {
	done := 0
	for i := 0; i < len(s); {
		if i+8 <= len(s) && xmlStops(eight(s[i:])) == 0 {
			i += 8
			continue
		}
		c := s[i]
		if c >= 0x20 && c < utf8.RuneSelf && c != '<' && c != '>' && c != '&' || c == '\n' || c == '\t' {
			i++
			continue
		}
		size := 1
		if c >= utf8.RuneSelf {
			var r rune
			r, size = utf8.DecodeRuneInString(s[i:])
			if Carries(r) && (r != utf8.RuneError || size > 1) {
				i += size
				continue
			}
		}
		b = appendXMLEscape(append(b, s[done:i]...), c)
		i += size
		done = i
	}
	return append(b, s[done:]...)
}

// appendXMLAttribute writes s as the value of an attribute in double quotes. Unlike in text, a reader would turn a tab
// or the end of a line into a space (XML 1.0, 3.3.3).
func appendXMLAttribute(b []byte, s string) []byte {
	done := 0
	for i := range len(s) {
		if c := s[i]; c == '"' || c == '\n' || c == '\t' {
			b = appendXMLEscape(appendXMLText(b, s[done:i]), c)
			done = i + 1
		}
	}
	return appendXMLText(b, s[done:])
}

// appendXMLEscape writes a character that begins with byte c and cannot stand as itself: by reference where XML has
// one, else as U+FFFD.
func appendXMLEscape(b []byte, c byte) []byte {
	switch c {
	case '<':
		return append(b, "&lt;"...)
	case '>':
		return append(b, "&gt;"...)
	case '&':
		return append(b, "&amp;"...)
	case '"':
		return append(b, "&quot;"...)
	case '\r':
		return append(b, "&#13;"...)
	case '\n':
		return append(b, "&#10;"...)
	case '\t':
		return append(b, "&#9;"...)
	default:
		return append(b, replacement...)
	}
}

// Carries says whether a character can stand in both formats. XML 1.0 (2.2) has no form at all for control characters
// other than tab, line feed and carriage return, nor for surrogates, U+FFFE and U+FFFF.
func Carries(r rune) bool {
	switch {
	case r < 0x20:
		return r == '\t' || r == '\n' || r == '\r'
	case r < 0xd800:
		return true
	default:
		return r >= 0xe000 && r < 0xfffe || r >= 0x10000 && r <= utf8.MaxRune
	}
}
