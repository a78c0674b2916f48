package app_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"punchclock/internal/app"
	"punchclock/internal/attendance"
	"punchclock/internal/store"
)

// presetWorld is an account in which ready-made pay classes are installed.
type presetWorld struct {
	t     *testing.T
	app   *app.App
	store *store.Store
	who   attendance.Actor
}

func newPresetWorld(t *testing.T) *presetWorld {
	t.Helper()
	a, s := newApp(t)
	account, err := a.CreateAccount(t.Context(), "Acme", "UTC", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	who := attendance.Actor{Scope: attendance.Everything(account.ID), Name: "test", Via: "cli", Permissions: attendance.Permissions{"*"}}
	return &presetWorld{t, a, s, who}
}

func (w *presetWorld) add(key, name string) (*attendance.PayClass, error) {
	w.t.Helper()
	p, err := app.FindPreset(key)
	if err != nil {
		w.t.Fatal(err)
	}
	return w.app.AddPreset(w.t.Context(), w.who, p, name)
}

// codes are the pay codes of the account by name, with their multipliers.
func (w *presetWorld) codes() map[string]string {
	w.t.Helper()
	codes := make(map[string]string)
	for c, err := range w.store.PayCodes(w.t.Context(), w.who.Scope, attendance.PayCodeFilter{}) {
		if err != nil {
			w.t.Fatal(err)
		}
		codes[c.Name] = string(c.Multiplier)
	}
	return codes
}

// classes are the names of the pay classes.
func (w *presetWorld) classes() []string {
	w.t.Helper()
	var names []string
	for c, err := range w.store.PayClasses(w.t.Context(), w.who.Scope, attendance.PayClassFilter{}) {
		if err != nil {
			w.t.Fatal(err)
		}
		names = append(names, c.Name)
	}
	return names
}

func (w *presetWorld) updateCode(name string, in attendance.PayCodeInput) {
	w.t.Helper()
	code, err := w.store.PayCodeNamed(w.t.Context(), w.who.Scope, name)
	if err != nil {
		w.t.Fatal(err)
	}
	if _, err := w.app.UpdatePayCode(w.t.Context(), w.who, code.ID, in); err != nil {
		w.t.Fatal(err)
	}
}

func TestEveryPresetCanBeInstalled(t *testing.T) {
	t.Parallel()
	w := newPresetWorld(t)
	for _, p := range app.Presets() {
		class, err := w.add(p.Key, "")
		if err != nil {
			t.Errorf("%s: %v", p.Key, err)
			continue
		}
		if class.Name != p.Name || !class.Active || p.Summary == "" || p.Source == "" {
			t.Errorf("%s is installed as %+v", p.Key, class)
		}
		class.PayCodes(func(field string, code int64) {
			if code == 0 {
				t.Errorf("%s: %s names no pay code", p.Key, field)
			}
		})
	}
	want := map[string]string{
		"Regular": "1.0", "Overtime": "1.5", "Double time": "2.0", "Public holiday": "2.5", "Night premium": "0.25", "Sunday premium": "0.5", "Over 48 hours": "1.0",
	}
	if diff := cmp.Diff(want, w.codes()); diff != "" {
		t.Error(diff)
	}
}

func TestAPresetTakesThePayCodesThatAreThere(t *testing.T) {
	t.Parallel()
	w := newPresetWorld(t)
	w.updateCode("Overtime", attendance.PayCodeInput{Name: attendance.Some("OVERTIME"), Multiplier: attendance.Some(attendance.Decimal("1.50"))})
	before := w.codes()
	first, err := w.add("california", "Night staff")
	if err != nil {
		t.Fatal(err)
	}
	second, err := w.add("california", "")
	if err != nil {
		t.Fatal(err)
	}
	if first.Name != "Night staff" || second.Name != "California" || *first.Daily[0].PayCode != *second.Daily[0].PayCode {
		t.Errorf("the classes are %+v and %+v", first, second)
	}
	if diff := cmp.Diff(before, w.codes()); diff != "" {
		t.Errorf("pay codes were made: %s", diff)
	}
}

func TestAPresetThatCannotBeInstalledLeavesNothing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, code string }{{"worth something else", "payCodeDiffers"}, {"not active", "payCodeInactive"}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newPresetWorld(t)
			if _, err := w.add("eu", ""); err != nil {
				t.Fatal(err)
			}
			w.updateCode("Night premium", attendance.PayCodeInput{Name: attendance.Some("Nights")}) // it would be made before the other is found
			change := attendance.PayCodeInput{Multiplier: attendance.Some(attendance.Decimal("0.75"))}
			if c.code == "payCodeInactive" {
				change = attendance.PayCodeInput{Active: attendance.Some(false)}
			}
			w.updateCode("Sunday premium", change)
			codesBefore, classesBefore := w.codes(), w.classes()
			_, err := w.add("eu", "Again")
			if e, ok := errors.AsType[*attendance.Error](err); !ok || e.Kind != attendance.Conflict || e.Code != c.code {
				t.Errorf("the error is %v, want the conflict %s", err, c.code)
			}
			if diff := cmp.Diff(codesBefore, w.codes()) + cmp.Diff(classesBefore, w.classes()); diff != "" {
				t.Errorf("something was made: %s", diff)
			}
		})
	}
}

func TestThereIsNoOtherPreset(t *testing.T) {
	t.Parallel()
	if _, err := app.FindPreset("California"); attendance.KindOf(err) != attendance.Invalid {
		t.Errorf("the error is %v", err)
	}
}
