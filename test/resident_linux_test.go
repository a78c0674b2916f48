package test

import (
	"fmt"
	"os"
	"strings"
)

// resident is how many bytes of memory the server has.
func (s *server) resident() int64 { return s.memory("VmRSS") }

// mostResident is how many bytes of memory the server had at most.
func (s *server) mostResident() int64 { return s.memory("VmHWM") }

// memory is a figure of the operating system about the server's memory, in bytes.
func (s *server) memory(name string) int64 {
	s.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.command.Process.Pid))
	if err != nil {
		s.t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var kib int64
		if _, err := fmt.Sscanf(line, name+": %d kB", &kib); err == nil {
			return kib << 10
		}
	}
	s.t.Fatalf("the system does not tell %s of the server", name)
	return 0
}
