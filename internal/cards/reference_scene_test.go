package cards_test

import (
	"sync"
	"time"

	"punchclock/internal/cards"
)

func zoneNames() []string {
	return []string{
		"America/New_York", "Europe/Berlin", "America/Los_Angeles", "Europe/Dublin", "Asia/Kathmandu", "Australia/Lord_Howe",
		"Pacific/Chatham", "Pacific/Apia", "Antarctica/Troll", "America/Havana", "America/Sao_Paulo", "Africa/Casablanca",
		"Asia/Tehran", "Africa/Cairo", "Asia/Pyongyang", "Asia/Beirut", "UTC", "America/Asuncion", "America/St_Johns",
	}
}

// changes are the instants from 1990 to 2035 at which the clocks of a zone are changed.
func changes(name string) []int64 {
	if all, ok := changesOf.Load(name); ok {
		return all.([]int64)
	}
	var all []int64
	t := time.Unix(20*365*86400, 0).In(location(name))
	for {
		_, end := t.ZoneBounds()
		if end.IsZero() || end.Unix() > 65*365*86400 {
			changesOf.Store(name, all)
			return all
		}
		all = append(all, end.Unix())
		t = end
	}
}

var changesOf sync.Map

// scene chooses where and when.
func (g *maker) scene() {
	names := zoneNames()
	if g.step > 60 {
		names = names[:len(names)-1] // clocks in St John's used to be changed at a minute past midnight
	}
	for range 1 + g.pick(0, 0, 0, 0, 0, 0, 0, 1) {
		g.zones = append(g.zones, zone(names[g.IntN(len(names))]))
	}
	if g.some(5) {
		g.zones = append(g.zones, nil)
	}
	g.days = 1 + g.IntN(9)
	if g.some(5) {
		g.days = 20 + g.IntN(30)
	}
	g.base = cards.DateOf(1991+g.IntN(45), time.Month(1+g.IntN(12)), 1+g.IntN(31))
	minute := max(60, g.step)
	for range 2 + g.IntN(3) {
		g.hot = append(g.hot, g.Int64N(86400/minute)*minute)
	}
	if g.some(60) {
		g.hot = append(g.hot, 0)
	}
	if at := changes(g.zones[0].Name()); len(at) > 0 && g.some(60) {
		date, second := wall(g.zones[0], at[g.IntN(len(at))]-1)
		g.base = date - cards.Date(g.IntN(g.days))
		g.hot = append(g.hot, (second+1)%86400/minute*minute)
	}
}

// moment is a time of the local day, near one at which something happens, in whole minutes.
func (g *maker) moment() int64 {
	minute := max(60, g.step)
	at := g.hot[g.IntN(len(g.hot))]
	switch g.IntN(4) {
	case 0:
		at += g.hour / minute * minute * (g.Int64N(17) - 8)
	case 1:
		at += minute * (g.Int64N(11) - 5)
	}
	return ((at % 86400) + 86400) % 86400
}

// instant is an instant on the date, near a moment.
func (g *maker) instant(d cards.Date) int64 {
	year, month, dayOfMonth := time.Unix(int64(d)*86400, 0).UTC().Date()
	at := time.Date(year, month, dayOfMonth, 0, 0, int(g.moment()), 0, location(g.zones[0].Name())).Unix()
	if g.some(60) {
		at += g.step * (g.Int64N(21) - 10)
	}
	return at
}
