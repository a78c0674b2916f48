module punchclock

go 1.26
