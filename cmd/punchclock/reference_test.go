package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"punchclock/internal/golden"
)

// TestGoldenCommands compares the reference of all commands with their help.
func TestGoldenCommands(t *testing.T) {
	t.Parallel()
	var page bytes.Buffer
	page.WriteString("# Commands\n\n<!-- Made from the help of the commands by \"make golden\". Do not edit. -->\n\n" +
		"Flags that every command takes stand with `punchclock` itself; what they mean, and how else they can be given, is told in\n" +
		"[Settings](configuration.md).\n")
	describe(&page, (&program{}).root())
	golden.Check(t, "../../docs/commands.md", page.Bytes())
}

// describe writes the help of a command and of those below it.
func describe(page *bytes.Buffer, c *cobra.Command) {
	if !c.IsAvailableCommand() && c.HasParent() || c.Name() == "completion" {
		return
	}
	fmt.Fprintf(page, "\n## %s\n\n", c.CommandPath())
	for paragraph := range strings.SplitSeq(c.Long, "\n\n") {
		if strings.HasPrefix(paragraph, "  ") {
			paragraph = "```text\n" + strings.TrimRight(paragraph, "\n") + "\n```"
		}
		page.WriteString(paragraph + "\n\n")
	}
	fmt.Fprintf(page, "```text\n%s\n", c.UseLine())
	if flags := c.LocalFlags().FlagUsagesWrapped(110); flags != "" {
		page.WriteString("\n" + flags)
	}
	page.WriteString("```\n")
	for _, below := range c.Commands() {
		describe(page, below)
	}
}

// TestCommandsAreDescribed wants a sentence of help for every command and every flag.
func TestCommandsAreDescribed(t *testing.T) {
	t.Parallel()
	var check func(*cobra.Command)
	check = func(c *cobra.Command) {
		if !strings.HasSuffix(c.Short, ".") || c.Long == "" {
			t.Errorf("%s has no help", c.CommandPath())
		}
		for _, below := range c.Commands() {
			check(below)
		}
	}
	check((&program{}).root())
}
