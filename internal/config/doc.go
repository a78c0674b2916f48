// Package config is the table of the program's settings: under which flag, variable and file key each can be given, what
// holds when nothing is said, and what it means. The reference page of the documentation is made from the same table.
package config
