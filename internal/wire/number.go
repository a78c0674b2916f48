package wire

import (
	"math"
	"strconv"
	"strings"
)

// numberLength is how many bytes at the beginning of s are a JSON number (RFC 8259, section 6); 0 when there is none.
func numberLength(s string) int {
	i := 0
	if i < len(s) && s[i] == '-' {
		i++
	}
	whole := digitsLength(s[i:])
	if whole == 0 || whole > 1 && s[i] == '0' {
		return 0
	}
	i += whole
	if i < len(s) && s[i] == '.' {
		fraction := digitsLength(s[i+1:])
		if fraction == 0 {
			return 0
		}
		i += 1 + fraction
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		exponent := digitsLength(s[i:])
		if exponent == 0 {
			return 0
		}
		i += exponent
	}
	return i
}

// digitsLength is how many decimal digits s begins with.
func digitsLength(s string) int {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return i
		}
	}
	return len(s)
}

// decimal is a number in the one form in which equal numbers are the same: digits without zeros at either end, times a
// power of ten. Zero has no digits, no sign and no exponent.
type decimal struct {
	negative bool
	digits   string
	exponent int64
}

// maxExponent stands for every larger exponent; numbers of that size are of no use to anybody.
const maxExponent = math.MaxInt64 / 4

// decimalOf is the decimal of a JSON number.
func decimalOf(text string) decimal {
	var d decimal
	text, d.negative = strings.CutPrefix(text, "-")
	mantissa := text
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa = text[:i]
		d.exponent = exponentOf(text[i+1:])
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := whole + fraction
	d.digits = strings.TrimRight(digits, "0")
	d.exponent += int64(len(whole) - len(d.digits))
	d.digits = strings.TrimLeft(d.digits, "0")
	if d.digits == "" {
		return decimal{}
	}
	return d
}

// exponentOf reads an exponent; what int64 cannot hold is taken as the largest one.
func exponentOf(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		n = maxExponent
		if text[0] == '-' {
			n = -maxExponent
		}
	}
	return min(max(n, -maxExponent), maxExponent)
}

// whole is the number as an integer; the error is ErrNotWhole or ErrOutOfRange.
func (d decimal) whole() (int64, error) {
	if d.exponent < 0 {
		return 0, ErrNotWhole
	}
	if d.exponent > 18 || len(d.digits) > 19 {
		return 0, ErrOutOfRange
	}
	text := "0" + d.digits + strings.Repeat("0", int(d.exponent))
	if d.negative {
		text = "-" + text
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, ErrOutOfRange
	}
	return n, nil
}
