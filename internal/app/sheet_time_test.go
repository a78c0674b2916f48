package app

import (
	"strings"
	"testing"
)

func TestReadWritten(t *testing.T) {
	t.Parallel()
	tests := []struct {
		order DateOrder
		text  string
		want  written
		wrong string
	}{
		{"", "2026-03-08T06:30:00Z", written{"2026-03-08", "06:30:00", "Z"}, ""},
		{"", "2026-03-08 06:30:15.250-05:00", written{"2026-03-08", "06:30:15", "-05:00"}, ""},
		{"", "2026-3-8 6:30", written{"2026-03-08", "06:30:00", ""}, ""},
		{"", "2026-03-08", written{"2026-03-08", "", ""}, ""},
		{"", "6:30", written{"", "06:30:00", ""}, ""},
		{"", "6:30 pm", written{"", "18:30:00", ""}, ""},
		{"", "12:05 a.m.", written{"", "00:05:00", ""}, ""},
		{"", "12:05PM", written{"", "12:05:00", ""}, ""},
		{"", "8.3.2026 17:00", written{"2026-03-08", "17:00:00", ""}, ""},
		{"mdy", "3/8/2026 7:05:09 AM", written{"2026-03-08", "07:05:09", ""}, ""},
		{"dmy", "3/8/2026 07:05", written{"2026-08-03", "07:05:00", ""}, ""},
		{"mdy", "08.03.2026", written{"2026-03-08", "", ""}, ""},
		{"", "3/8/2026 07:05", written{}, "two ways"},
		{"", "13:05 PM", written{}, "1 to 12"},
		{"", "0:05 am", written{}, "1 to 12"},
		{"", "tomorrow", written{}, "not a date and time"},
		{"", "3/8/26", written{}, "not a date and time"},
		{"", "2026-03-08 noon", written{}, "not a date and time"},
	}
	for _, tt := range tests {
		got, err := tt.order.readWritten(tt.text)
		switch {
		case tt.wrong == "" && (err != nil || got != tt.want):
			t.Errorf("%q (%s): %+v, error %v; want %+v", tt.text, tt.order, got, err, tt.want)
		case tt.wrong != "" && (err == nil || !strings.Contains(err.Error(), tt.wrong)):
			t.Errorf("%q (%s): error %v, want %q", tt.text, tt.order, err, tt.wrong)
		}
	}
}

func FuzzReadWritten(f *testing.F) {
	for _, text := range []string{"2026-03-08T06:30:00Z", "3/8/2026 7:05:09 AM", "8.3.2026", "12:05 a.m.", "0:00-0500"} {
		f.Add(text, "mdy")
	}
	f.Fuzz(func(t *testing.T, text, order string) {
		w, err := DateOrder(order).readWritten(text)
		if err != nil {
			return
		}
		if w.date != "" && len(w.date) != len("2026-03-08") || w.clock != "" && len(w.clock) != len("06:30:00") {
			t.Errorf("%q is read as %+v", text, w)
		}
		_, _ = w.moment() // it may be no moment, but it must not panic
	})
}

func TestDirectory(t *testing.T) {
	t.Parallel()
	d := newDirectory("job")
	d.add(1, true, "Line", "L1")
	d.add(2, false, "Line", "")
	d.add(3, true, "Oven; old", "4")
	d.add(4, true, "Shop", "S")
	d.add(5, true, "Twin", "")
	d.add(6, true, "TWIN", "")
	for name, want := range map[string]int64{"1": 1, " line ": 1, "l1": 1, "2": 2, "Shop": 4, "oven; OLD": 3} {
		if id, problem := d.find(name); id != want || problem != "" {
			t.Errorf("%q is %d (%s), want %d", name, id, problem, want)
		}
	}
	for name, want := range map[string]string{"nothing": `no job "nothing"`, "4": "can be the job 3 or 4", "twin": "can be the job 5 or 6", "": `no job ""`} {
		if id, problem := d.find(name); id != 0 || !strings.Contains(problem, want) {
			t.Errorf("%q is %d (%s), want %s", name, id, problem, want)
		}
	}
	for id, want := range map[int64]string{1: "Line", 2: "2", 3: "3", 4: "Shop", 5: "5", 9: "9"} {
		if got := d.show(id); got != want {
			t.Errorf("%d is shown as %q, want %q", id, got, want)
		}
	}
}
