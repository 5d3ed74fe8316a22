/** Where a server, a Sentinel or a node of a cluster listens. */
export interface RedisNode {
  host: string;
  port: number;
}

/** A Redis as an environment variable names it. */
export interface RedisAddress {
  kind: "single" | "sentinel" | "cluster";
  /** The server; the Sentinels; or nodes of the cluster, any of which tells the others. */
  nodes: readonly RedisNode[];
  /** The name under which the Sentinels know the master. */
  master?: string;
  db: number;
  username?: string;
  password?: string;
  /** Of the Sentinels, where they ask for one. */
  sentinelPassword?: string;
  isTls: boolean;
}

const FORM =
  /^(?<scheme>rediss?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<user>[^@/]*)@)?(?<nodes>[^/?@]+)(?:\/(?<path>[^?]*))?(?:\?(?<query>.*))?$/;
const NODE = /^(?<host>\[[\da-f:.]+\]|[^:[\]]+)(?::(?<port>\d{1,5}))?$/i;
const PORTS = { single: 6379, sentinel: 26379, cluster: 6379 };

export const REDIS_FORMS =
  "must be redis://[user:password@]host:port[/db], redis+sentinel://[user:password@]host:port,host:port/name[?db=1&sentinelPassword=...] or redis+cluster://[user:password@]host:port,host:port; rediss instead of redis for TLS";

/** Undefined where the text has none of the forms (REDIS_FORMS). */
export function readRedisAddress(text: string): RedisAddress | undefined {
  const { scheme, kind: named, user, nodes: list = "", path = "", query } = FORM.exec(text)?.groups ?? {};
  if (!scheme) return undefined;
  const kind = (named as "sentinel" | "cluster" | undefined) ?? "single";
  const nodes = list.split(",").map((one) => readNode(one, PORTS[kind]));
  const more = new URLSearchParams(query);
  const db = Number(more.get("db") ?? (kind === "single" ? path || "0" : "0"));
  const isWhole = nodes.every((node) => node !== undefined) && Number.isInteger(db) && db >= 0;
  const isRight = {
    single: nodes.length === 1,
    sentinel: path !== "",
    // A cluster has the database 0 alone.
    cluster: path === "" && db === 0,
  };
  if (!isWhole || !isRight[kind]) return undefined;
  return { kind, nodes, db, isTls: scheme === "rediss", ...masterOf(kind, path, more), ...readUser(user) };
}

function readNode(text: string, usualPort: number): RedisNode | undefined {
  const { host, port = usualPort } = NODE.exec(text)?.groups ?? {};
  return host === undefined ? undefined : { host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
}

function masterOf(kind: RedisAddress["kind"], path: string, more: URLSearchParams): Partial<RedisAddress> {
  const sentinelPassword = more.get("sentinelPassword");
  return kind === "sentinel"
    ? { master: decodeURIComponent(path), ...(sentinelPassword ? { sentinelPassword } : {}) }
    : {};
}

function readUser(user: string | undefined): Pick<RedisAddress, "username" | "password"> {
  if (!user) return {};
  const colon = user.indexOf(":");
  const [name, password] = colon < 0 ? [user, ""] : [user.slice(0, colon), user.slice(colon + 1)];
  return {
    ...(name ? { username: decodeURIComponent(name) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
  };
}
