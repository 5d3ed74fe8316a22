import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import type { RedisOptions } from "ioredis";
import { config } from "../config/config.js";
import { readRedisAddress, REDIS_FORMS, type RedisAddress } from "./address.js";
import { slotConnector } from "./slotConnector.js";

/** The address, and a key: on a cluster the connection goes to the node that has it (keys.ts). */
export interface Route {
  url: string;
  key: string;
}

/** How long a Sentinel may take to answer before the next one is asked. */
const SENTINEL_MS = 1_000;

type Server = Pick<
  RedisOptions,
  | "host"
  | "port"
  | "db"
  | "username"
  | "password"
  | "tls"
  | "Connector"
  | "sentinels"
  | "name"
  | "sentinelPassword"
  | "sentinelCommandTimeout"
  | "enableTLSForSentinelMode"
  | "sentinelTLS"
>;

/** Where ioredis finds the server, and how it signs in. */
export function serverOf({ url, key }: Route): Server {
  const { kind, nodes, master, db, isTls, username, password, sentinelPassword } = addressOf(url);
  const tls = isTls ? { tls: tlsOptions() } : {};
  const signIn = { ...(username ? { username } : {}), ...(password ? { password } : {}), ...tls };
  if (kind === "cluster") return { ...signIn, Connector: slotConnector(nodes, key, signIn) };
  if (kind === "single") return { ...nodes[0], db, ...signIn };
  return {
    ...signIn,
    sentinels: [...nodes],
    name: master,
    db,
    sentinelPassword,
    sentinelCommandTimeout: SENTINEL_MS,
    ...(isTls ? { enableTLSForSentinelMode: true, sentinelTLS: tlsOptions() } : {}),
  };
}

export const isCluster = (url: string): boolean => addressOf(url).kind === "cluster";

const addresses = new Map<string, RedisAddress>();
export function addressOf(url: string): RedisAddress {
  const address = addresses.get(url) ?? readRedisAddress(url);
  if (!address) throw new Error(REDIS_FORMS);
  addresses.set(url, address);
  return address;
}

function tlsOptions(): ConnectionOptions {
  const { REDIS_TLS_CA_FILE: ca, REDIS_TLS_CERT_FILE: cert, REDIS_TLS_KEY_FILE: key, REDIS_TLS_NAME: name } = config;
  return {
    ...(ca ? { ca: readFileSync(ca) } : {}),
    ...(cert ? { cert: readFileSync(cert) } : {}),
    ...(key ? { key: readFileSync(key) } : {}),
    ...(name ? { servername: name } : {}),
  };
}
