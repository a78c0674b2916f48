// Command punchclock is a time and attendance server in one program: it serves the API, keeps the database, and has
// the commands with which its operator looks after both.
//
// Every command has a file of its own. Results go to standard output, everything else to standard error. The program
// exits with 0 when it did what was asked, with 1 when it failed, and with 2 when it was not used rightly.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() { os.Exit(run()) }

func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // so that a second signal ends the program at once
	p := &program{in: os.Stdin, out: os.Stdout, err: os.Stderr, variable: os.LookupEnv, now: time.Now}
	return p.run(ctx, os.Args[1:])
}
