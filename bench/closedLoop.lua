-- The requests of one operation for wrk: the next path, the next body and a key of its own for each.
-- Given: the method, the beginning of the keys, a file with a path on each line, and one with bodies or '-'.

local method, keys
local paths, bodies = {}, {}
local said = 0

function init(given)
  method, keys = given[1], given[2]
  for line in io.lines(given[3]) do paths[#paths + 1] = line end
  if given[4] ~= '-' then
    for line in io.lines(given[4]) do bodies[#bodies + 1] = line end
    wrk.headers['content-type'] = 'application/json'
  end
end

function request()
  said = said + 1
  local body = bodies[said % #bodies + 1]
  if body then wrk.headers['idempotency-key'] = keys .. said end
  return wrk.format(method, paths[(said - 1) % #paths + 1], nil, body)
end

function done(summary, latency)
  local wrong = summary.errors
  io.write(string.format(
    '{"count":%d,"seconds":%f,"p50":%f,"p99":%f,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    wrong.status, wrong.connect + wrong.read + wrong.write + wrong.timeout))
end
