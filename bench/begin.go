package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"
)

// measureStart starts the server on databases that do not exist yet.
func measureStart(ctx context.Context, o *options, t *table) error {
	dir := filepath.Join(o.dir, "start")
	var took []float64
	for range 2*o.rounds + 1 {
		if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o755)); err != nil {
			return err
		}
		began := time.Now()
		server, err := startServer(ctx, o, filepath.Join(dir, "empty.db"))
		if err != nil {
			return err
		}
		took = append(took, time.Since(began).Seconds())
		if err := server.stop(); err != nil {
			return err
		}
	}
	t.start(median(took))
	return os.RemoveAll(dir)
}
