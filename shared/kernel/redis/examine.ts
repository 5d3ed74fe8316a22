import type { Redis } from "ioredis";
import { config } from "../config/config.js";
import type { StoreFault } from "../config/storeFault.js";
import type { QueueName } from "../queue/queueNames.js";
import { addressOf } from "./server.js";
import { cacheKeys, keysOf } from "./keys.js";
import { briefRedis, cacheRoute, queueOfEachRedis, routeOf } from "./redis.js";

/** A Redis as it was found; a cluster has one of these for each of its masters that has a queue. */
export interface ExaminedRedis {
  variable: "REDIS_URL" | "REDIS_CACHE_URL" | "REDIS_VOLATILE_URL";
  /** What answered, such as "valkey 9.1.2 at 127.0.0.1:6379"; undefined: nothing did. */
  server: string | undefined;
  faults: StoreFault[];
}

const WITHIN_MS = 3_000;
const LEAST_VERSION = [6, 2];
const RIGHTS = "+@all -@admin -@dangerous +info +client|list";

/** Looks at every Redis that the environment names. `isQuick`: one master of a cluster alone, as before each start. */
export async function examineRedises({ isQuick = false } = {}): Promise<ExaminedRedis[]> {
  const queues = isQuick ? [...new Set([undefined, ...queueOfEachRedis().filter(isApart)])] : queueOfEachRedis();
  const examined = await Promise.all([...queues.map(examineQueues), examineCache()]);
  const bySaid = new Map(examined.map((one) => [JSON.stringify(one), one]));
  return [...bySaid.values()];
}

const isApart = (queue: QueueName | undefined): boolean => queue !== undefined && routeOf(queue).url !== routeOf().url;

const examineQueues = (queue: QueueName | undefined): Promise<ExaminedRedis> =>
  examine(isApart(queue) ? "REDIS_VOLATILE_URL" : "REDIS_URL", routeOf(queue), keysOf(queue), isKeeper);

const examineCache = (): Promise<ExaminedRedis> => examine("REDIS_CACHE_URL", cacheRoute(), cacheKeys(), () => []);

type Info = Map<string, string>;

async function examine(
  variable: ExaminedRedis["variable"],
  route: ReturnType<typeof routeOf>,
  keys: string,
  more: (info: Info) => StoreFault[],
): Promise<ExaminedRedis> {
  const client = briefRedis(route, WITHIN_MS);
  const timer = setTimeout(() => client.disconnect(), WITHIN_MS).unref();
  const failures: string[] = [];
  client.on("error", ({ message }: Error) => failures.push(message));
  try {
    await client.connect();
    const info = readInfo(await client.info());
    const { host = "", port = 0 } = { host: client.stream.remoteAddress, port: client.stream.remotePort };
    const [kind, version] = versionOf(info);
    const faults = [...isUsable(info, route.url), ...more(info), ...(await lacksRights(client, keys, route.url))];
    return { variable, server: `${kind} ${version} at ${host}:${port}`, faults };
  } catch (error) {
    const said = [...new Set([...failures, (error as Error).message])].filter(
      (text) => text !== "Connection is closed.",
    );
    return { variable, server: undefined, faults: [doesNotServe(variable, route.url, said.join("; "))] };
  } finally {
    clearTimeout(timer);
    client.disconnect();
  }
}

/** A server that refuses us is wrong; one that is away comes back. */
function doesNotServe(variable: string, url: string, said: string): StoreFault {
  const isSignIn = /WRONGPASS|NOAUTH|AUTH/.test(said);
  if (isSignIn) return { isFatal: true, what: said, mend: `give user and password in ${variable}` };
  if (/cluster support disabled/.test(said))
    return { isFatal: true, what: "it is no cluster", mend: `write ${variable} as redis://host:port` };
  if (/NOPERM/.test(said)) return { isFatal: true, what: said, mend: rightsOf(url) };
  return { isFatal: false, what: said || "nothing answers", mend: `start it, or correct ${variable}` };
}

function isUsable(info: Info, url: string): StoreFault[] {
  const faults: StoreFault[] = [];
  const [kind, version] = versionOf(info);
  const [major = 0, minor = 0] = (info.get("redis_version") ?? version).split(".").map(Number);
  if (major < LEAST_VERSION[0]! || (major === LEAST_VERSION[0] && minor < LEAST_VERSION[1]!))
    faults.push({
      isFatal: true,
      what: `${kind} ${version} is too old`,
      mend: `install ${LEAST_VERSION.join(".")} or newer`,
    });
  const isCluster = addressOf(url).kind === "cluster";
  if (info.get("cluster_enabled") === "1" && !isCluster)
    faults.push({
      isFatal: true,
      what: "it is a node of a cluster",
      mend: "write redis+cluster://host:port,host:port",
    });
  if (info.get("role") !== "master")
    faults.push({
      isFatal: true,
      what: "it is a replica, which takes no writes",
      mend: "give the address of its master, or redis+sentinel://host:port,host:port/name",
    });
  if (addressOf(url).kind !== "single" && info.get("connected_slaves") === "0")
    faults.push({
      isFatal: false,
      what: "the master has no replica now",
      mend: "start its replica: nothing can take over for it",
    });
  return faults;
}

/** What jobs are kept in must not lose them. */
function isKeeper(info: Info): StoreFault[] {
  const faults: StoreFault[] = [];
  const policy = info.get("maxmemory_policy");
  if (policy !== undefined && policy !== "noeviction")
    faults.push({
      isFatal: true,
      what: `maxmemory-policy is ${policy}: it drops jobs when it is full`,
      mend: "CONFIG SET maxmemory-policy noeviction",
    });
  if (info.get("aof_enabled") === "0")
    faults.push({
      isFatal: false,
      what: "it keeps nothing on its disk: after a crash every job is enqueued anew",
      mend: "CONFIG SET appendonly yes",
    });
  return faults;
}

/** Tries what BullMQ and we do, on keys of our own. */
async function lacksRights(client: Redis, keys: string, url: string): Promise<StoreFault[]> {
  const key = `${keys}:examined`;
  const everyKind = `
redis.call('SET', KEYS[1], '1', 'PX', 1000); redis.call('DEL', KEYS[1]); redis.call('INCRBY', KEYS[1], 1); redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'a', 'b'); redis.call('HGETALL', KEYS[1]); redis.call('DEL', KEYS[1])
redis.call('ZADD', KEYS[1], 1, 'a'); redis.call('ZPOPMIN', KEYS[1]); redis.call('LPUSH', KEYS[1], 'a'); redis.call('DEL', KEYS[1])
redis.call('SADD', KEYS[1], 'a'); redis.call('DEL', KEYS[1]); redis.call('XADD', KEYS[1], '*', 'a', 'b'); redis.call('DEL', KEYS[1])
return redis.call('TIME')`;
  const tries: Record<string, () => Promise<unknown>> = {
    "run scripts": () => client.eval(everyKind, 1, key),
    "wait for jobs": () => client.bzpopmin(key, 0.01),
    publish: () => client.publish(`${config.BULL_PREFIX}:examined`, "1"),
    "name its connections": () => client.client("SETNAME", "examined"),
  };
  const faults: StoreFault[] = [];
  for (const [what, attempt] of Object.entries(tries))
    await attempt().catch((error: Error) => {
      if (/NOPERM|ACL/.test(error.message))
        faults.push({ isFatal: true, what: `its user may not ${what}: ${error.message}`, mend: rightsOf(url) });
    });
  return faults;
}

const rightsOf = (url: string): string =>
  `ACL SETUSER ${addressOf(url).username ?? "default"} ~{${config.BULL_PREFIX}* &${config.BULL_PREFIX}:* ${RIGHTS}`;

const readInfo = (text: string): Info =>
  new Map(
    text
      .split("\r\n")
      .flatMap((line) =>
        line.includes(":") ? [[line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)] as const] : [],
      ),
  );

function versionOf(info: Info): [kind: string, version: string] {
  const valkey = info.get("valkey_version");
  return valkey ? ["valkey", valkey] : ["redis", info.get("redis_version") ?? "of an unknown version"];
}
