// Package sheet reads and writes tables as spreadsheets exchange them: lines of separated values with a header. It finds
// out encoding and delimiter by itself, finds columns under their usual names, and writes cells so that no spreadsheet
// takes one for a formula.
package sheet
