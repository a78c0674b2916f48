package store

import (
	"encoding/binary"
	"math"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// postgresRow reads columns from the bytes that the server sent.
type postgresRow struct {
	fields []pgconn.FieldDescription
	values [][]byte
}

func (r *postgresRow) null(i int) bool { return r.values[i] == nil }

func (r *postgresRow) int64(i int) int64 {
	v := r.values[i]
	if r.fields[i].Format == pgx.TextFormatCode {
		n, _ := strconv.ParseInt(string(v), 10, 64)
		return n
	}
	switch len(v) {
	case 8:
		return int64(binary.BigEndian.Uint64(v)) //nolint:gosec // the wire format of bigint
	case 4:
		return int64(int32(binary.BigEndian.Uint32(v))) //nolint:gosec // the wire format of integer
	case 2:
		return int64(int16(binary.BigEndian.Uint16(v))) //nolint:gosec // the wire format of smallint
	case 1:
		return int64(v[0])
	}
	return 0
}

func (r *postgresRow) float64(i int) float64 {
	v := r.values[i]
	if r.fields[i].Format == pgx.TextFormatCode {
		f, _ := strconv.ParseFloat(string(v), 64)
		return f
	}
	if len(v) == 8 {
		return math.Float64frombits(binary.BigEndian.Uint64(v))
	}
	return 0
}

func (r *postgresRow) text(i int) string { return string(r.values[i]) }

func (r *postgresRow) peek(i int, b []byte) int {
	copy(b, r.values[i])
	return len(r.values[i])
}

func (r *postgresRow) bytes(i int) []byte {
	v := r.values[i]
	if v == nil {
		return nil
	}
	return append(make([]byte, 0, len(v)), v...)
}
