package store

import "context"

// Secret is the installation's secret of that name. The first to ask stores the proposed one; all others get that.
func (s *Store) Secret(ctx context.Context, name string, proposed []byte) (secret []byte, err error) {
	err = s.engine.write(ctx, noAccount, func(c conn) error {
		if err := c.exec(ctx, "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", []any{name, proposed}); err != nil {
			return err
		}
		return c.query(ctx, "SELECT value FROM secrets WHERE name = $1", []any{name}, func(r *row) error { secret = r.Bytes(); return nil })
	})
	return secret, err
}
