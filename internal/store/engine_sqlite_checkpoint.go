package store

import (
	"errors"
	"os"

	"zombiezen.com/go/sqlite"
)

// The write-ahead log is carried into the database when it has longLog pages, about 32 MB. The writer itself carries no
// more than shortRest of them, except when the log has grown to longestLog because the disk does not keep up.
const (
	longLog    = 8000
	shortRest  = 1000
	longestLog = 64_000
)

// carrier carries the pages of the write-ahead log into the database while the writer goes on, for that is half of all
// the writing there is to do. SQLite begins its log anew only when everything in it was carried and nobody reads from
// it: so the rest, which was written meanwhile, is for the writer to carry, between two groups. Only then SQLite syncs the
// database, which takes the longer the more was written to it: so the carrier syncs it before.
type carrier struct {
	on *sqliteConn
	// file is the database itself. It may be closed only after all connections, for to close a file makes the system
	// forget the locks that the process has on it.
	file *os.File
	wake chan struct{} // holds one when there is something to do, or it is being done
	done chan struct{} // closed when the carrier has ended
	busy chan struct{} // holds one while it works
}

func newCarrier(path string, options Options) (*carrier, error) {
	c, err := openSQLiteConn(path, sqlite.OpenReadWrite, options)
	if err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	k := &carrier{on: c, file: file, wake: make(chan struct{}, 1), done: make(chan struct{}), busy: make(chan struct{}, 1)}
	go k.carryAll()
	return k, nil
}

func (k *carrier) carryAll() {
	defer close(k.done)
	for range k.wake {
		if _, _, err := k.on.carry("PASSIVE"); err == nil { // what fails is tried again after the next group
			_ = k.file.Sync() // the same; SQLite does not rely on it
		}
		<-k.busy
	}
}

// after is called by the writer after each group.
func (k *carrier) after(writer *sqliteConn) {
	if len(k.busy) > 0 {
		return
	}
	pages, rest, err := writer.carry("NOOP")
	switch {
	case err != nil || pages < longLog:
	case rest <= shortRest || pages >= longestLog:
		_, _, _ = writer.carry("PASSIVE") // what fails is tried again after the next group
	default:
		k.busy <- struct{}{}
		k.wake <- struct{}{}
	}
}

func (k *carrier) close() error {
	close(k.wake)
	<-k.done
	return k.on.Close()
}

// carry runs a checkpoint and says how many pages the log has, and how many of those are still to be carried. NOOP only
// counts; PASSIVE carries what it can without waiting for anybody.
func (c *sqliteConn) carry(mode string) (pages, rest int, err error) {
	stmt, err := c.prepare("PRAGMA wal_checkpoint(" + mode + ")")
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = stmt.Reset() }()
	if _, err := stmt.Step(); err != nil {
		return 0, 0, err
	}
	pages = stmt.ColumnInt(1) // the first column says whether somebody was in the way
	return pages, pages - stmt.ColumnInt(2), nil
}
