-- Creates the requests of one operation for wrk: the next path, the next body and a new idempotency key for each.
-- Arguments: the method, the prefix of the keys, a file with a path in each line, one with bodies or '-', and one with the
-- token of each body or '-' for one caller.

local method, keys
local paths, bodies, tokens = {}, {}, {}
local sent = 0

function init(args)
  method, keys = args[1], args[2]
  for line in io.lines(args[3]) do paths[#paths + 1] = line end
  if args[4] ~= '-' then
    for line in io.lines(args[4]) do bodies[#bodies + 1] = line end
    wrk.headers['content-type'] = 'application/json'
  end
  if args[5] ~= '-' then
    for line in io.lines(args[5]) do tokens[#tokens + 1] = line end
  end
end

function request()
  sent = sent + 1
  local body = bodies[sent % #bodies + 1]
  local token = tokens[sent % #tokens + 1]
  if token then wrk.headers['authorization'] = 'Bearer ' .. token end
  if body then wrk.headers['idempotency-key'] = keys .. sent end
  return wrk.format(method, paths[(sent - 1) % #paths + 1], nil, body)
end

function done(summary, latency)
  local wrong = summary.errors
  io.write(string.format(
    '{"count":%d,"seconds":%f,"p50":%f,"p99":%f,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    wrong.status, wrong.connect + wrong.read + wrong.write + wrong.timeout))
end
