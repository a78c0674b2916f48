package config

import (
	"fmt"
	"strings"
)

// Reference is the page of the documentation that describes every setting, in Markdown.
func Reference() string {
	var b strings.Builder
	b.WriteString(`# Settings

<!-- Made from the table in internal/config by "make golden". Do not edit. -->

Every setting can be given in three ways; the first that is there wins:

1. a flag: ` + "`--log-level debug`" + `
2. an environment variable: ` + "`PUNCHCLOCK_LOG_LEVEL=debug`" + `
3. a line of the settings file: ` + "`log-level = debug`" + `

The settings file is named by ` + "`--config FILE` or `" + FileVariable + "`" + `. It holds lines of the form ` + "`name = value`" + `; values may stand
in quotes, and lines that begin with ` + "`#`" + ` are comments. A name that is not in this table is refused.

A secret is never a flag, because other users of the machine can see flags. Its variable with ` + "`_FILE`" + ` appended names a
file that holds it.

| Setting | Variable | Default | Meaning |
|---|---|---|---|
`)
	for _, s := range Table() {
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s |\n", s.shown(), s.Variable(), s.shownDefault(), s.shownHelp())
	}
	return b.String()
}

func (s Setting) shown() string {
	if s.Secret {
		return "`" + s.Name + "` (no flag)"
	}
	return "`--" + s.Name + " " + s.Value + "`"
}

func (s Setting) shownDefault() string {
	if s.Default == "" {
		return ""
	}
	return "`" + s.Default + "`"
}

func (s Setting) shownHelp() string {
	if s.Secret {
		return s.Help + " Secret: `" + s.FileVariable() + "` may name a file that holds it."
	}
	if s.Serving {
		return s.Help + " The flag belongs to the commands that serve."
	}
	return s.Help
}
