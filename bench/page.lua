-- Sends the requests of a file in turn. Each line is a path, a tab and the value of the Authorization header.
-- usage: wrk … -s page.lua URL -- FILE

local threads = 0

function setup(thread)
	thread:set("number", threads)
	threads = threads + 1
end

function init(args)
	requests = {}
	for line in io.lines(args[1]) do
		local path, key = line:match("^(.-)\t(.*)$")
		requests[#requests + 1] = wrk.format("GET", path, { ["Authorization"] = key })
	end
	at = number * math.floor(#requests / 2)
end

function request()
	at = at % #requests + 1
	return requests[at]
end

function done(summary, latency)
	local e = summary.errors
	io.write(string.format("RESULT %d %d %d %d %d\n", summary.requests, summary.duration,
		e.status + e.connect + e.read + e.write + e.timeout, latency:percentile(50), latency:percentile(99)))
end
