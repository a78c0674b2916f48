package wire_test

import (
	"math"
	"strconv"
	"testing"

	"punchclock/internal/wire"
)

// TestNumbersAreWrittenPlainly: only very small and very large numbers have an exponent, as in JavaScript.
func TestNumbersAreWrittenPlainly(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{
		0: "0", 1: "1", -1: "-1", 0.1: "0.1", 1e-6: "0.000001", -1e-6: "-0.000001", 9.9e-7: "9.9e-07", 1e20: "100000000000000000000",
		1e21: "1e+21", -1e21: "-1e+21", math.MaxFloat64: "1.7976931348623157e+308",
	} {
		w := wire.NewWriter(nil, wire.JSON)
		w.Open("")
		w.Float("v", v)
		w.Close()
		if got := string(w.Bytes()); got != `{"v":`+want+`}` {
			t.Errorf("%s is written %s", strconv.FormatFloat(v, 'g', -1, 64), got)
		}
	}
}
