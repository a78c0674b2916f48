package wire_test

import (
	"encoding/json"
	"strings"
	"testing"

	"punchclock/internal/wire"
)

// page writes a page of 25 punches.
func page(w *wire.Writer, record *punch) {
	w.Open("")
	w.OpenList("results")
	for range 25 {
		w.Open("")
		record.Fields(w)
		w.Close()
	}
	w.CloseList()
	w.Close()
}

// BenchmarkPage compares the ways to encode a page of 25 punches.
func BenchmarkPage(b *testing.B) {
	record := samplePunch()
	for _, format := range []wire.Format{wire.JSON, wire.XML} {
		b.Run(format.String(), func(b *testing.B) {
			w := wire.NewWriter(nil, format)
			b.ReportAllocs()
			for b.Loop() {
				w.Reset(format)
				page(w, record)
			}
			b.SetBytes(int64(len(w.Bytes())))
		})
	}
	b.Run("encoding-json", func(b *testing.B) {
		records := make([]*punch, 25)
		for i := range records {
			records[i] = record
		}
		b.ReportAllocs()
		for b.Loop() {
			if _, err := json.Marshal(map[string]any{"results": records}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkRead reads the same page in both formats.
func BenchmarkRead(b *testing.B) {
	for _, format := range []wire.Format{wire.JSON, wire.XML} {
		w := wire.NewWriter(nil, format)
		page(w, samplePunch())
		b.Run(format.String(), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(w.Bytes())))
			for b.Loop() {
				if _, err := wire.Read(w.Bytes(), format); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkTranscode turns a page from JSON into XML.
func BenchmarkTranscode(b *testing.B) {
	w := wire.NewWriter(nil, wire.JSON)
	page(w, samplePunch())
	document := string(w.Bytes())
	b.SetBytes(int64(len(document)))
	for b.Loop() {
		if err := wire.Transcode(writerFunc(func(p []byte) (int, error) { return len(p), nil }), strings.NewReader(document)); err != nil {
			b.Fatal(err)
		}
	}
}
