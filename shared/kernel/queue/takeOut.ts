import { producerRedis } from "../redis/redis.js";
import type { QueueName } from "./queueNames.js";
import { queueNamed } from "./queues.js";

/*
 * Many jobs of a queue at a time, in steps of a few milliseconds: to remove them one by one takes a round trip and a look
 * through all that wait for each.
 */

/** Ids of jobs with a row, of one kind and not tried yet, among so many that are taken next. */
const NEXT = `
local found = {}
local function look(ids)
  for _, id in ipairs(ids) do
    local job = redis.call('HMGET', ARGV[1] .. id, 'name', 'atm', 'stc')
    local isFresh = tonumber(job[2] or 0) == 0 and tonumber(job[3] or 0) == 0
    if job[1] == ARGV[2] and isFresh and string.sub(id, 1, 2) == 'o-' then found[#found + 1] = id end
  end
end
local waiting = redis.call('LRANGE', KEYS[1], -ARGV[3], -1)
look(waiting)
if #waiting < tonumber(ARGV[3]) then look(redis.call('ZRANGE', KEYS[2], 0, ARGV[3] - #waiting - 1)) end
return found`;

/** From the end of the list at which jobs are taken, where most of them are. One that runs has a lock, and stays. */
const TAKE_OUT = `
for at = 2, #ARGV do
  local id = ARGV[at]
  local key = ARGV[1] .. id
  if redis.call('EXISTS', key) == 1 and redis.call('EXISTS', key .. ':lock') == 0 and
    (redis.call('ZREM', KEYS[3], id) == 1 or redis.call('ZREM', KEYS[2], id) == 1 or
      redis.call('LREM', KEYS[1], -1, id) == 1 or redis.call('LREM', KEYS[4], -1, id) == 1) then
    redis.call('DEL', key, key .. ':logs')
  end
end`;

/** Ids per step, so that nobody waits long for Redis meanwhile. */
const STEP = 100;

/** Of the jobs that are taken next, those of this kind that have a row and were not tried yet. */
export async function nextOfKind(name: QueueName, job: string, among: number): Promise<string[]> {
  const key = keysIn(name);
  const found = await producerRedis(name).eval(NEXT, 2, key("wait"), key("prioritized"), key(""), job, among);
  return found as string[];
}

/** Removes those of these jobs that wait, for a worker or for their time, and do not run. */
export async function takeOut(name: QueueName, bullIds: readonly string[]): Promise<void> {
  const key = keysIn(name);
  const lists = ["wait", "prioritized", "delayed", "paused"].map(key);
  for (let at = 0; at < bullIds.length; at += STEP)
    await producerRedis(name).eval(TAKE_OUT, lists.length, ...lists, key(""), ...bullIds.slice(at, at + STEP));
}

const keysIn = (name: QueueName) => (part: string) => queueNamed(name).toKey(part);
