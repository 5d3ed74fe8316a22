import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#scripts/deployment/services.js";
import { eventually } from "#test/support/eventually.js";
import { infoOf, startNode, type RedisNode } from "./redisNode.js";

/** Several servers that stand in for one another. */
export interface RedisSet {
  /** Its address as the shop's environment has it. */
  url: string;
  /** With what replicas sign in at their master; empty where none is asked for. */
  masterPassword: string;
  nodes: readonly RedisNode[];
  sentinels: readonly RedisNode[];
  /** The master of a key at this moment, as a node that is up says. */
  masterOf(key: string): Promise<RedisNode>;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** All of them anew, on their data. */
  restart(): Promise<void>;
  flush(): Promise<void>;
  /** All nodes are up, none lacks its master or replica. */
  isWhole(): Promise<boolean>;
  stop(): Promise<void>;
}

export type RedisKind = "sentinel" | "cluster";
export const startRedisSet = (kind: RedisKind): Promise<RedisSet> =>
  kind === "cluster" ? startCluster() : startSentinels();

const host = "127.0.0.1";
/** A node that does not answer for this long is given up by the others. */
const DOWN_AFTER_MS = 2_000;
const MASTERS = 3;
const SLOTS = 16_384;
const kept = ["appendonly yes", 'save ""', "maxmemory-policy noeviction"];

type Built = Omit<RedisSet, "stop" | "kill" | "restart" | "flush">;

/** What ends all of them; at once also when the set does not come about. */
async function inFolder(
  build: (folder: string, keep: (node: RedisNode) => RedisNode) => Promise<Built>,
): Promise<RedisSet> {
  const folder = mkdtempSync(join(tmpdir(), "shop-redis-"));
  const all: RedisNode[] = [];
  const kill = async (signal: NodeJS.Signals): Promise<void> =>
    void (await Promise.all(all.map((node) => node.kill(signal))));
  const stop = async (): Promise<void> => {
    await kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const built = await build(folder, (node) => (all.push(node), node));
    return {
      ...built,
      kill,
      stop,
      async restart() {
        await kill("SIGKILL");
        await Promise.all(all.map((node) => node.start()));
        await eventually("the set is whole", built.isWhole, 60);
      },
      async flush() {
        for (const node of built.nodes) await node.ask("FLUSHALL").catch(ofReplica);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** It forgets with its master. */
function ofReplica(error: unknown): void {
  if (!(error instanceof Error) || !error.message.startsWith("READONLY")) throw error;
}

/** Three masters with a replica each. */
const startCluster = (): Promise<RedisSet> =>
  inFolder(async (folder, keep) => {
    const busPorts = new Map<number, number>();
    const settings = async (port: number): Promise<string[]> => {
      busPorts.set(port, await freePort());
      const cluster = ["cluster-enabled yes", `cluster-port ${busPorts.get(port)}`];
      return [...kept, ...cluster, `cluster-node-timeout ${DOWN_AFTER_MS}`, "cluster-replica-validity-factor 0"];
    };
    const nodes: RedisNode[] = [];
    for (let made = 0; made < 2 * MASTERS; made++) nodes.push(keep(await startNode(folder, settings)));
    const [first] = nodes;
    for (const { port } of nodes.slice(1)) await first!.ask("CLUSTER", "MEET", host, port, busPorts.get(port)!);
    const each = Math.ceil(SLOTS / MASTERS);
    for (const [at, node] of nodes.slice(0, MASTERS).entries())
      await node.ask("CLUSTER", "ADDSLOTSRANGE", at * each, Math.min(SLOTS, (at + 1) * each) - 1);
    for (const [at, replica] of nodes.slice(MASTERS).entries()) {
      const id = String(await nodes[at]!.ask("CLUSTER", "MYID"));
      await eventually("it knows its master", async () => {
        if (!String(await replica.ask("CLUSTER", "NODES")).includes(id)) return false;
        return (await replica.ask("CLUSTER", "REPLICATE", id).catch(() => "")) === "OK";
      });
    }
    const set = {
      masterPassword: "",
      url: `redis+cluster://${nodes.map(({ port }) => `${host}:${port}`).join(",")}`,
      nodes,
      sentinels: [],
      masterOf: (key: string) => masterOfSlot(nodes, key),
      isWhole: async () => {
        const states = await Promise.all(nodes.map((node) => infoOfNode(node)));
        return (
          states.every(({ isOk, isLinked }) => isOk && isLinked) &&
          states.filter((one) => one.isMaster).length === MASTERS
        );
      },
    };
    await eventually("the cluster is whole", set.isWhole, 60);
    return set;
  });

async function infoOfNode(node: RedisNode): Promise<{ isOk: boolean; isMaster: boolean; isLinked: boolean }> {
  const state = String(await node.ask("CLUSTER", "INFO").catch(() => "")) || "cluster_state:ok";
  const isMaster = (await infoOf(node, "replication", "role").catch(() => "")) === "master";
  const link = isMaster ? "up" : await infoOf(node, "replication", "master_link_status").catch(() => "");
  return { isOk: state.includes("cluster_state:ok"), isMaster, isLinked: link === "up" };
}

type SlotRange = [first: number, last: number, master: [host: string, port: number, ...rest: unknown[]]];

async function masterOfSlot(nodes: readonly RedisNode[], key: string): Promise<RedisNode> {
  for (const node of nodes) {
    const ranges = (await node.ask("CLUSTER", "SLOTS").catch(() => [])) as SlotRange[];
    if (ranges.length === 0) continue;
    const slot = Number(await node.ask("CLUSTER", "KEYSLOT", key));
    const [, , master] = ranges.find(([from, to]) => from <= slot && slot <= to)!;
    return nodes.find(({ port }) => port === master[1])!;
  }
  throw new Error("no node of the cluster answers");
}

const NAME = "shop";
/** The nodes have a user for the shop and another one for each other and their Sentinels: either can be shut out alone. */
const shopUser = { username: "shop", password: "of-the-shop" };
export const PEER = "peer";
const PEER_PASSWORD = "of-the-peers";
const rights = "~* &* +@all";
const users = [
  "user default off",
  `user ${shopUser.username} on >${shopUser.password} ${rights}`,
  `user ${PEER} on >${PEER_PASSWORD} ${rights}`,
  `masteruser ${PEER}`,
  `masterauth ${PEER_PASSWORD}`,
];

/** A master, a replica, and three Sentinels, of whom two agree. */
const startSentinels = (): Promise<RedisSet> =>
  inFolder(async (folder, keep) => {
    const start = (...more: string[]): Promise<RedisNode> =>
      startNode(folder, () => [...kept, ...users, ...more], { user: shopUser });
    const master = keep(await start());
    const replica = keep(await start(`replicaof ${host} ${master.port}`));
    const nodes = [master, replica];
    const watched = [
      `sentinel monitor ${NAME} ${host} ${master.port} 2`,
      `sentinel auth-user ${NAME} ${PEER}`,
      `sentinel auth-pass ${NAME} ${PEER_PASSWORD}`,
      `sentinel down-after-milliseconds ${NAME} ${DOWN_AFTER_MS}`,
      `sentinel failover-timeout ${NAME} 5000`,
    ];
    const sentinels: RedisNode[] = [];
    for (let made = 0; made < 3; made++)
      sentinels.push(keep(await startNode(folder, () => watched, { isSentinel: true })));
    const masterNow = async (): Promise<RedisNode> => {
      for (const sentinel of sentinels) {
        const [, port] = ((await sentinel.ask("SENTINEL", "GET-MASTER-ADDR-BY-NAME", NAME).catch(() => [])) ??
          []) as string[];
        const found = nodes.find((node) => node.port === Number(port));
        if (found) return found;
      }
      throw new Error("no Sentinel answers");
    };
    const set = {
      masterPassword: PEER_PASSWORD,
      url: `redis+sentinel://${shopUser.username}:${shopUser.password}@${sentinels.map(({ port }) => `${host}:${port}`).join(",")}/${NAME}`,
      nodes,
      sentinels,
      masterOf: masterNow,
      isWhole: async () => {
        const leader = await masterNow();
        const known = await Promise.all(sentinels.map((one) => infoOf(one, "sentinel", "master0").catch(() => "")));
        const isSeen = known.every((line) => /status=ok,.*slaves=1,sentinels=3/.test(line ?? ""));
        const other = nodes.find((node) => node !== leader)!;
        return isSeen && (await infoOf(other, "replication", "master_link_status").catch(() => "")) === "up";
      },
    };
    await eventually("the Sentinels agree", set.isWhole, 60);
    return set;
  });
