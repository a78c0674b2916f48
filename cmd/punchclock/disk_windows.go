package main

import (
	"golang.org/x/sys/windows"
)

// freeSpace is how many bytes may be written to the file system of a directory.
func freeSpace(dir string) (uint64, error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	var free uint64
	err = windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
	return free, err
}
