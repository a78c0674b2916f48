package app

import (
	"context"
	"slices"
	"strings"

	"punchclock/internal/attendance"
)

// Preset is a ready-made pay class: the overtime of a law, to be installed in an account and adapted there. What else the
// law may ask for, such as pay for holidays, for being called in or for meals that were not given, is not in it.
type Preset struct {
	Key     string // by which it is asked for, such as california
	Name    string // what the pay class is called when no other name is given
	Summary string // what it pays, in a sentence
	Source  string // the law that says so
	rules   func(code func(name string) int64) attendance.PayClassInput
}

// FindPreset is the ready-made pay class with that key. Another key is an Invalid error that lists them.
func FindPreset(key string) (Preset, error) {
	var keys []string
	for _, p := range Presets() {
		if p.Key == key {
			return p, nil
		}
		keys = append(keys, p.Key)
	}
	return Preset{}, attendance.InvalidField("preset", "unknown", "There is no ready-made pay class %.40q. Choose one of %s.", key, strings.Join(keys, ", "))
}

// PayCodes are the pay codes that the class names, in the order in which it does.
func (p Preset) PayCodes() []attendance.PayCodeInput {
	var named []attendance.PayCodeInput
	p.rules(func(name string) int64 {
		code := presetCode(name)
		if !slices.ContainsFunc(named, func(c attendance.PayCodeInput) bool { return c.Name.Value == name }) {
			named = append(named, code)
		}
		return 0
	})
	return named
}

// AddPreset installs a ready-made pay class under that name; an empty one is the class's own. Pay codes that it names
// are those of the account with the same names; those that are not there are made. A pay code that has such a name but
// another multiplier, or is not active, is a Conflict, and then nothing is done.
func (a *App) AddPreset(ctx context.Context, who attendance.Actor, p Preset, name string) (*attendance.PayClass, error) {
	return change(ctx, a, who, func(tx *Tx) (*attendance.PayClass, error) {
		codes := make(map[string]int64)
		for _, in := range p.PayCodes() {
			id, err := tx.payCodeLike(ctx, in)
			if err != nil {
				return nil, err
			}
			codes[in.Name.Value] = id
		}
		in := p.rules(func(name string) int64 { return codes[name] })
		in.Name = attendance.Some(p.Name)
		if name != "" {
			in.Name = attendance.Some(name)
		}
		return payClasses.add(ctx, tx, in)
	})
}

// payCodeLike is the id of the pay code of that name and multiplier, which is made when there is none of the name.
func (tx *Tx) payCodeLike(ctx context.Context, in attendance.PayCodeInput) (int64, error) {
	found, err := tx.PayCodeNamed(ctx, tx.who.Scope, in.Name.Value)
	switch {
	case isNotFound(err):
		made, err := payCodes.add(ctx, tx, in)
		if err != nil {
			return 0, err
		}
		return made.ID, nil
	case err != nil:
		return 0, err
	case found.Multiplier.TenThousandths() != in.Multiplier.Value.TenThousandths():
		return 0, attendance.Fail(attendance.Conflict, "payCodeDiffers",
			"The pay code %s of the account has the multiplier %s, and the pay class needs %s. Give one of the two another name, then add the class again.",
			found.Name, found.Multiplier, in.Multiplier.Value)
	case !found.Active:
		return 0, attendance.Fail(attendance.Conflict, "payCodeInactive", "The pay code %s of the account is not active. Activate it, then add the class again.", found.Name)
	}
	return found.ID, nil
}

// presetCode is a pay code that ready-made pay classes name. The first three are those with which every account begins.
func presetCode(name string) attendance.PayCodeInput {
	kind := map[string]struct {
		short      string
		multiplier attendance.Decimal
	}{
		"Overtime":       {"OT", "1.5"},
		"Double time":    {"DT", "2.0"},
		"Public holiday": {"PH", "2.5"},
		"Night premium":  {"NGT", "0.25"},
		"Sunday premium": {"SUN", "0.5"},
		"Over 48 hours":  {"48H", "1.0"},
	}[name]
	return attendance.PayCodeInput{
		Name: attendance.Some(name), Abbreviation: attendance.Some(&kind.short), Multiplier: attendance.Some(kind.multiplier), IsPaid: attendance.Some(true),
	}
}
