//go:build unix

package main

import "syscall"

// freeSpace is how many bytes may be written to the file system of a directory.
func freeSpace(dir string) (uint64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return uint64(s.Bavail) * uint64(s.Bsize), nil //nolint:gosec,unconvert // the types differ between systems
}
