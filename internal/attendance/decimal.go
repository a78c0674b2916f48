package attendance

import (
	"fmt"
	"strings"
)

// decimalPlaces is how many digits a Decimal may have after the point.
const decimalPlaces = 4

// decimalWhole is how many digits it may have before the point, so that it counts in an int64.
const decimalWhole = 12

// Decimal is a number of 0 or more, kept exactly as it was written: "1.50" stays "1.50". It has at most twelve digits
// before the point and four after it.
type Decimal string

// ParseDecimal reads digits, with or without a point and up to four digits after it.
func ParseDecimal(s string) (Decimal, error) {
	unsigned := strings.TrimPrefix(s, "-")
	whole, fraction, point := strings.Cut(unsigned, ".")
	if !digits(whole) || point && !digits(fraction) || len(whole) > 1 && whole[0] == '0' {
		return "", FieldError{Code: "format", Detail: fmt.Sprintf(`%.40q is not a decimal number. Write it as a string such as "1.5".`, s)}
	}
	if len(unsigned) < len(s) || len(whole) > decimalWhole || len(fraction) > decimalPlaces {
		return "", FieldError{Code: "range", Detail: fmt.Sprintf("%.40q must be 0 or more, with at most %d digits before the point and %d after it.", s, decimalWhole, decimalPlaces)}
	}
	return Decimal(s), nil
}

// digits says whether s is one or more of the digits 0 to 9.
func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// UnmarshalText reads a decimal from a body.
func (d *Decimal) UnmarshalText(text []byte) error {
	v, err := ParseDecimal(string(text))
	if err == nil {
		*d = v
	}
	return err
}

// TenThousandths is the number as a count of ten-thousandths, by which decimals are compared and computed with: 1.5 is
// 15000. The empty Decimal is 0.
func (d Decimal) TenThousandths() int64 {
	whole, fraction, _ := strings.Cut(string(d), ".")
	var n int64
	for _, c := range whole + fraction {
		n = n*10 + int64(c-'0')
	}
	for range decimalPlaces - len(fraction) {
		n *= 10
	}
	return n
}
