package attendance_test

import (
	"errors"
	"testing"

	"punchclock/internal/attendance"
)

func TestDecimal(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		"0": 0, "0.0": 0, "1": 10000, "1.0": 10000, "1.50": 15000, "2.0001": 20001, "0.25": 2500, "999999999999.9999": 9_999_999_999_999_999,
	} {
		d, err := attendance.ParseDecimal(text)
		if err != nil || string(d) != text || d.TenThousandths() != want {
			t.Errorf("%q: %q, %d, %v, want %d", text, d, d.TenThousandths(), err, want)
		}
	}
	if n := attendance.Decimal("").TenThousandths(); n != 0 {
		t.Errorf("the empty decimal is %d, want 0", n)
	}
}

func TestDecimalRefuses(t *testing.T) {
	t.Parallel()
	for text, code := range map[string]string{
		"": "format", "x": "format", ".5": "format", "1.": "format", "01": "format", "00": "format", "1e3": "format", "+1": "format",
		"--1": "format", "1,5": "format", " 1": "format", "١": "format", "1.2.3": "format", "0x1": "format", "-": "format", "NaN": "format",
		"-1": "range", "-0": "range", "1.00000": "range", "1000000000000": "range",
	} {
		_, err := attendance.ParseDecimal(text)
		if e, ok := errors.AsType[attendance.FieldError](err); !ok || e.Code != code {
			t.Errorf("%q: %v, want a %s error", text, err, code)
		}
	}
}
