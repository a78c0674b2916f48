-- Creates punches, each of another employee and time, so that none overlaps another.
-- usage: wrk … -s post.lua URL -- FILE FIRST
--
-- FILE: the path, a tab and a template of the body in the first line, with @employee, @account, @in and @out; in each
-- other line the value of the Authorization header, the id of an employee and that of the account, parted by tabs.
-- FIRST is the shift from which on everybody is free.

local threads = 0

function setup(thread)
	thread:set("number", threads)
	threads = threads + 1
end

function init(args)
	local file = io.lines(args[1])
	path, template = file():match("^(.-)\t(.*)$")
	employees = {}
	for line in file do
		local key, employee, account = line:match("^(.-)\t(.-)\t(.*)$")
		employees[#employees + 1] = { headers = { ["Authorization"] = key, ["Content-Type"] = "application/json" }, employee = employee, account = account }
	end
	-- Each thread takes every other employee, and each employee a shift of 4 hours every 12 hours.
	at = number
	shift = tonumber(args[2])
end

function request()
	at = at + 2
	if at > #employees then
		at = at - #employees
		shift = shift + 1
	end
	local start, who = shift * 43200, employees[at]
	local body = template:gsub("@(%a+)", {
		employee = who.employee, account = who.account,
		["in"] = os.date("!%Y-%m-%dT%H:%M:%SZ", start), out = os.date("!%Y-%m-%dT%H:%M:%SZ", start + 14400),
	})
	return wrk.format("POST", path, who.headers, body)
end

function done(summary, latency)
	local e = summary.errors
	io.write(string.format("RESULT %d %d %d %d %d\n", summary.requests, summary.duration,
		e.status + e.connect + e.read + e.write + e.timeout, latency:percentile(50), latency:percentile(99)))
end
