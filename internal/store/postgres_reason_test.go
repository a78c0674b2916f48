package store_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// TestAFailureOfTheServerIsToldPlainly tells failures as clients and operators of the database make them. What is told to
// clients of the API is left out, for it may be wrong of a command: part of its work may be done.
func TestAFailureOfTheServerIsToldPlainly(t *testing.T) {
	t.Parallel()
	unavailable := func(cause error) error {
		return fmt.Errorf("copy: %w", attendance.Fail(attendance.Unavailable, "unavailable", "Nothing was changed; try again.").Because(cause))
	}
	for _, f := range []struct {
		err   error
		wants string
	}{
		{unavailable(io.ErrUnexpectedEOF), "connection to the database was lost (unexpected EOF); run the same again"},
		{unavailable(&pgconn.PgError{Code: "57P01", Message: "ended"}), "ended the session; run the same again"},
		{unavailable(&pgconn.PgError{Code: "57014", Message: "canceled"}), "statement_timeout"},
		{unavailable(&pgconn.PgError{Code: "25006", Message: "read-only"}), "default_transaction_read_only"},
		{&pgconn.PgError{Code: "42501", Message: "permission denied for table punches"}, "punches (SQLSTATE 42501); the owner of the tables can allow it: GRANT"},
		{&pgconn.PgError{Code: "42P01", Message: "no relation"}, "search_path"},
	} {
		plain := store.Plain(f.err)
		if text := plain.Error(); !strings.Contains(text, f.wants) || strings.Contains(text, "Nothing was changed") || strings.Contains(text, "\n") {
			t.Errorf("%v is told as %q, want %q in it", f.err, text, f.wants)
		}
		if !errors.Is(plain, f.err) || store.Plain(plain).Error() != plain.Error() {
			t.Errorf("%v lost its cause, or is told twice", f.err)
		}
	}
	for _, other := range []error{nil, io.ErrUnexpectedEOF, attendance.ErrNotFound()} {
		if plain := store.Plain(other); plain != other { //nolint:errorlint // it must be the very same
			t.Errorf("%v became %v", other, plain)
		}
	}
}
