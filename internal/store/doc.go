// Package store keeps the records: all SQL is here, one file per table family, written once in a dialect that both
// engines take. Reading methods are on Reads, which a Store and a Tx both have; writing methods are on Tx alone.
//
// Every table leads with the account, and the first argument of every question is the Scope of whoever asks. Instants
// are kept as microseconds UTC, dates as YYYY-MM-DD, durations as seconds.
package store
