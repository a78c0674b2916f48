package app_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"hash/crc32"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
	"punchclock/internal/store"
	"punchclock/internal/store/storetest"
)

func newApp(t *testing.T) (*app.App, *store.Store) {
	t.Helper()
	s := storetest.Open(t)
	a, err := app.New(context.Background(), s, func() time.Time { return storetest.Epoch }, []byte("a secret of the tests, 32 bytes."))
	if err != nil {
		t.Fatal(err)
	}
	return a, s
}

// codes are the fields and codes of an error about fields.
func codes(err error) []string {
	e, ok := errors.AsType[*attendance.Error](err)
	if !ok {
		return nil
	}
	var out []string
	for _, f := range e.Fields {
		out = append(out, f.Field+" "+f.Code)
	}
	return out
}

func TestCreateAccountBringsPayCodes(t *testing.T) {
	t.Parallel()
	a, s := newApp(t)
	first, err := a.CreateAccount(t.Context(), " Acme ", "Europe/Berlin", 50, 1000)
	if err != nil {
		t.Fatal(err)
	}
	if first.Name != "Acme" || first.Timezone != "Europe/Berlin" || first.Burst != 50 || first.Sustained != 1000 {
		t.Errorf("the account is %+v", first)
	}
	second, err := a.CreateAccount(t.Context(), "Other", "UTC", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if first.ID == second.ID {
		t.Errorf("both accounts have the id %d", first.ID)
	}
	got := map[string]string{}
	for code, err := range s.PayCodes(t.Context(), attendance.Everything(first.ID), attendance.PayCodeFilter{}) {
		if err != nil {
			t.Fatal(err)
		}
		got[code.Name] = string(code.Multiplier)
		if (code.Name == "Regular") != (code.ID == first.RegularPayCode) || !code.IsPaid || !code.Active {
			t.Errorf("pay code %+v, regular is %d", code, first.RegularPayCode)
		}
	}
	if diff := cmp.Diff(map[string]string{"Regular": "1.0", "Overtime": "1.5", "Double time": "2.0"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestCreateAccountRefuses(t *testing.T) {
	t.Parallel()
	a, s := newApp(t)
	_, err := a.CreateAccount(t.Context(), " ", "Local", -1, 2_000_000)
	want := []string{"name required", "burst range", "sustained range", "timezone format"}
	if diff := cmp.Diff(want, codes(err)); diff != "" {
		t.Error(diff)
	}
	for account := range s.Accounts(t.Context()) {
		t.Errorf("there is an account %+v", account)
	}
}

func TestUpdateAccount(t *testing.T) {
	t.Parallel()
	a, s := newApp(t)
	made, err := a.CreateAccount(t.Context(), "Acme", "UTC", 50, 1000)
	if err != nil {
		t.Fatal(err)
	}
	changed, err := a.UpdateAccount(t.Context(), made.ID, func(x *attendance.Account) { x.Burst, x.ID = 7, 99 })
	if err != nil || changed.Burst != 7 || changed.ID != made.ID {
		t.Fatalf("%+v, %v", changed, err)
	}
	if kept, err := s.Account(t.Context(), made.ID); err != nil || *kept != *changed {
		t.Errorf("kept %+v, %v, want %+v", kept, err, changed)
	}
	_, err = a.UpdateAccount(t.Context(), made.ID, func(x *attendance.Account) { x.RegularPayCode, x.Name = 999_999, "B" })
	if diff := cmp.Diff([]string{"regularPayCode unknownReference"}, codes(err)); diff != "" {
		t.Error(diff)
	}
	if _, err := a.UpdateAccount(t.Context(), 77, func(*attendance.Account) {}); attendance.KindOf(err) != attendance.NotFound {
		t.Errorf("an unknown account: %v", err)
	}
}

func TestCreateKeyStoresOnlyTheHash(t *testing.T) {
	t.Parallel()
	a, s := newApp(t)
	account, err := a.CreateAccount(t.Context(), "Acme", "UTC", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	expires := storetest.Epoch.Add(time.Hour)
	key, secret, err := a.CreateKey(t.Context(), account.ID, attendance.Key{Name: "Payroll", Permissions: attendance.Permissions{"punches:read"}, Expires: &expires})
	if err != nil {
		t.Fatal(err)
	}
	if len(secret) != 4+40+6 || !strings.HasPrefix(secret, "pck_") {
		t.Errorf("the secret is %q", secret)
	}
	if want := base62(crc32.ChecksumIEEE([]byte(secret[:44]))); secret[44:] != want {
		t.Errorf("the checksum of %q should be %q", secret, want)
	}
	if key.Prefix != secret[:8] || key.Last4 != secret[46:] || key.Name != "Payroll" || !key.Expires.Equal(expires) {
		t.Errorf("the key is %+v", key)
	}
	hash := sha256.Sum256([]byte(secret))
	if found, _, err := s.KeyByHash(t.Context(), hash[:]); err != nil || found.ID != key.ID || found.Account != account.ID {
		t.Errorf("found %+v, %v", found, err)
	}
	if _, other, err := a.CreateKey(t.Context(), account.ID, attendance.Key{Name: "Payroll", Permissions: attendance.Permissions{"*"}}); err != nil || other == secret {
		t.Errorf("another key is %q, %v", other, err)
	}
}

// base62 is n in six digits.
func base62(n uint32) string {
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	text := ""
	for range 6 {
		text = string(digits[n%62]) + text
		n /= 62
	}
	return text
}

func TestCreateKeyRefuses(t *testing.T) {
	t.Parallel()
	a, _ := newApp(t)
	account, err := a.CreateAccount(t.Context(), "Acme", "UTC", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	past := storetest.Epoch
	_, secret, err := a.CreateKey(t.Context(), account.ID, attendance.Key{OrgUnits: []int64{12345}, Expires: &past})
	want := []string{"name required", "permissions required", "expires range", "orgUnits[0] unknownReference"}
	if diff := cmp.Diff(want, codes(err)); diff != "" || secret != "" {
		t.Errorf("%s\n%q", diff, secret)
	}
	if _, _, err := a.CreateKey(t.Context(), 99, attendance.Key{Name: "x", Permissions: attendance.Permissions{"*"}}); attendance.KindOf(err) != attendance.NotFound {
		t.Errorf("an unknown account: %v", err)
	}
}

func TestRevokeKey(t *testing.T) {
	t.Parallel()
	a, _ := newApp(t)
	account, err := a.CreateAccount(t.Context(), "Acme", "UTC", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	other, err := a.CreateAccount(t.Context(), "Other", "UTC", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	key, _, err := a.CreateKey(t.Context(), account.ID, attendance.Key{Name: "x", Permissions: attendance.Permissions{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	who := attendance.Actor{Name: "test", Via: "cli"}
	if _, err := a.RevokeKey(t.Context(), who, other.ID, key.ID); attendance.KindOf(err) != attendance.NotFound {
		t.Errorf("a key of another account: %v", err)
	}
	for range 2 {
		revoked, err := a.RevokeKey(t.Context(), who, account.ID, key.ID)
		if err != nil || revoked.Revoked == nil || revoked.Valid(storetest.Epoch) {
			t.Errorf("revoked: %+v, %v", revoked, err)
		}
	}
}
