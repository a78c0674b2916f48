package main

import (
	"context"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"punchclock/internal/api"
)

// versionView is what the program knows of its making.
type versionView struct {
	Version  string `json:"version"`
	Revision string `json:"revision"` // of the sources; empty when it was not built from a repository
	API      string `json:"api"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func (p *program) versionCommand() *cobra.Command {
	var asJSON bool
	c := p.command("version", "Print the version of the program.", "", cobra.NoArgs, func(context.Context, []string) error {
		v := readVersion()
		if asJSON {
			return p.printJSON(v)
		}
		return p.print("punchclock %s (API %s, %s, %s)", v.Version, v.API, v.Go, v.Platform)
	})
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func readVersion() versionView {
	v := versionView{Version: "unknown", API: api.Version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	v.Version = info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			v.Revision = s.Value
		}
	}
	return v
}
