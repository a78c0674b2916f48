package sheet

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The encodings that are recognised.
const (
	UTF8        = "UTF-8"
	UTF16LE     = "UTF-16 (little-endian)"
	UTF16BE     = "UTF-16 (big-endian)"
	Windows1252 = "Windows-1252"
)

// Decode is the text of a file and the encoding that it was found to have. A byte order mark decides; without one a file
// that is not valid UTF-8 is taken for Windows-1252, the encoding of western Windows, of which Latin-1 is a part.
func Decode(b []byte) (text, encoding string, err error) {
	encoding = encodingOf(b)
	if encoding == UTF16LE || encoding == UTF16BE {
		if text, err = decodeUTF16(b, encoding == UTF16BE); err == nil {
			err = refuseNUL([]byte(text))
		}
		return text, encoding, err
	}
	if err := refuseNUL(b); err != nil {
		return "", encoding, err
	}
	if encoding == Windows1252 {
		text, err = decodeWindows1252(b)
	} else {
		text, err = decodeUTF8(b)
	}
	return text, encoding, err
}

// refuseNUL finds out files that hold no text.
func refuseNUL(b []byte) error {
	if before, _, found := bytes.Cut(b, []byte{0}); found {
		return fmt.Errorf("line %d holds a NUL character: this is not a text file", 1+bytes.Count(before, []byte("\n")))
	}
	return nil
}

func encodingOf(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte("\ufeff")):
		return UTF8
	case bytes.HasPrefix(b, []byte{0xff, 0xfe}):
		return UTF16LE
	case bytes.HasPrefix(b, []byte{0xfe, 0xff}):
		return UTF16BE
	}
	if order := utf16WithoutMark(b); order != "" {
		return order
	}
	if utf8.Valid(b) {
		return UTF8
	}
	return Windows1252
}

// utf16WithoutMark recognises UTF-16 by the zero bytes of its Latin letters, which all stand on the same side.
func utf16WithoutMark(b []byte) string {
	b = b[:min(len(b), 1000)]
	if len(b) < 4 {
		return ""
	}
	var zeros [2]int
	for i, c := range b {
		if c == 0 {
			zeros[i%2]++
		}
	}
	many := max(2, len(b)/4) // half of the characters
	switch {
	case zeros[0] == 0 && zeros[1] >= many:
		return UTF16LE
	case zeros[1] == 0 && zeros[0] >= many:
		return UTF16BE
	default:
		return ""
	}
}

func decodeUTF8(b []byte) (string, error) {
	b = bytes.TrimPrefix(b, []byte("\ufeff"))
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			return "", fmt.Errorf("line %d is not UTF-8, although the file begins with the mark of UTF-8", 1+bytes.Count(b[:i], []byte("\n")))
		}
		i += size
	}
	return string(b), nil
}

func decodeUTF16(b []byte, bigEndian bool) (string, error) {
	if len(b)%2 != 0 {
		return "", errors.New("the file looks like UTF-16 and ends within a character: it may be cut off")
	}
	units := make([]uint16, len(b)/2)
	for i := range units {
		low, high := b[2*i], b[2*i+1]
		if bigEndian {
			low, high = high, low
		}
		units[i] = uint16(high)<<8 | uint16(low)
	}
	return strings.TrimPrefix(string(utf16.Decode(units)), "\ufeff"), nil
}

// windows1252 is what the bytes 0x80 to 0x9F stand for, as in the WHATWG Encoding Standard; five of them stand for
// nothing.
const windows1252 = "€\x00‚ƒ„…†‡ˆ‰Š‹Œ\x00Ž\x00\x00‘’“”•–—˜™š›œ\x00žŸ"

func decodeWindows1252(b []byte) (string, error) {
	upper := []rune(windows1252)
	var text strings.Builder
	text.Grow(len(b) + len(b)/8)
	for i, c := range b {
		r := rune(c)
		if c >= 0x80 && c < 0xa0 {
			r = upper[c-0x80]
		}
		if r == 0 && c != 0 {
			return "", fmt.Errorf("line %d holds the byte %#x, which is neither UTF-8 nor Windows-1252: save the file as UTF-8", 1+bytes.Count(b[:i], []byte("\n")), c)
		}
		text.WriteRune(r)
	}
	return text.String(), nil
}
