import { connect as connectPlain } from "node:net";
import { setTimeout as rest } from "node:timers/promises";
import { connect as connectTls, type ConnectionOptions } from "node:tls";
import { AbstractConnector, Redis, type RedisOptions } from "ioredis";
import { log } from "../observability/log.js";
import type { RedisNode } from "./address.js";

/*
 * Connects to the master that has a key on a Redis Cluster. All keys of a queue are on one node (keys.ts), so a queue needs
 * no connection to the others, and its connection is like any other: bounds, replacement and blocking commands are the same
 * on a single Redis, behind Sentinels and on a cluster. When the key moves the server says so, and the next connection goes
 * to its new node.
 */

const ASK_MS = 1_000;
const PAUSE_MS = 200;
/** Connections that are made at the same moment, as after a fail-over, ask once. */
const SHARED_MS = 250;

/** What one node knows of its cluster. */
interface View {
  slotOf: (key: string) => Promise<number>;
  masters: { first: number; last: number; node: RedisNode }[];
}
/** By addresses of the cluster. */
const known = new Map<string, { nodes: Map<string, RedisNode>; view?: { at: number; asked: Promise<View> } }>();
const slots = new Map<string, number>();

type Asked = Pick<RedisOptions, "username" | "password" | "tls">;

/** A connector (ioredis' option `Connector`) for the master of a key; `nodes` are those to ask first. */
export function slotConnector(
  nodes: readonly RedisNode[],
  key: string,
  asked: Asked,
): NonNullable<RedisOptions["Connector"]> {
  return class SlotConnector extends AbstractConnector {
    constructor() {
      super(ASK_MS);
    }

    override check({ role }: { role?: string }): boolean {
      return role === undefined || role === "master";
    }

    /** Looks until a master is found or the client is closed: a client whose connector fails never connects again. */
    override async connect(): Promise<ReturnType<typeof connectPlain>> {
      this.connecting = true;
      for (;;) {
        const node = await masterOf(nodes, key, asked).catch((error: unknown) => {
          log.debug({ key, err: error }, "no node of the cluster tells where a key is");
          return undefined;
        });
        if (!this.connecting) throw new Error("Connection is closed.");
        if (!node) {
          await rest(PAUSE_MS);
          continue;
        }
        const stream = open(node, asked.tls);
        stream.once("error", (error) => (this.firstError = error));
        return (this.stream = stream);
      }
    }
  };
}

const open = (node: RedisNode, tls: ConnectionOptions | undefined): ReturnType<typeof connectPlain> =>
  tls ? connectTls({ ...node, ...tls }) : connectPlain(node);

const nameOf = ({ host, port }: RedisNode): string => `${host}:${port}`;

async function masterOf(seeds: readonly RedisNode[], key: string, asked: Asked): Promise<RedisNode | undefined> {
  const { slotOf, masters } = await viewOf(seeds, asked);
  const slot = slots.get(key) ?? (await slotOf(key));
  slots.set(key, slot);
  return masters.find(({ first, last }) => first <= slot && slot <= last)?.node;
}

function viewOf(seeds: readonly RedisNode[], asked: Asked): Promise<View> {
  const name = seeds.map(nameOf).join();
  const here = known.get(name) ?? { nodes: new Map(seeds.map((node) => [nameOf(node), node])) };
  known.set(name, here);
  if (!here.view || Date.now() - here.view.at > SHARED_MS) {
    const view = { at: Date.now(), asked: lookAround([...here.nodes.values()], asked) };
    here.view = view;
    view.asked.then(
      ({ masters }) => {
        view.at = Date.now();
        // Those of before may be gone for good, and each would be waited for.
        here.nodes = new Map([...seeds, ...masters.map(({ node }) => node)].map((node) => [nameOf(node), node]));
      },
      () => delete here.view,
    );
  }
  return here.view.asked;
}

/** The first node whose cluster is whole tells: one that is cut off from the others still believes what was true before. */
async function lookAround(nodes: readonly RedisNode[], asked: Asked): Promise<View> {
  const failures: string[] = [];
  const inAnyOrder = nodes.toSorted(() => Math.random() - 0.5);
  for (const node of inAnyOrder)
    try {
      return await ask(node, asked);
    } catch (error) {
      failures.push(`${nameOf(node)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  throw new Error(failures.join("; "));
}

type SlotRange = [first: number, last: number, master: [host: string | null, port: number, ...rest: unknown[]]];

async function ask(node: RedisNode, asked: Asked): Promise<View> {
  const client = briefClient(node, asked);
  try {
    await client.connect();
    const state = /cluster_state:(\w+)/.exec((await client.cluster("INFO")) as string)?.[1];
    if (state !== "ok") throw new Error(`cluster_state:${state}`);
    const ranges = (await client.cluster("SLOTS")) as unknown as SlotRange[];
    const masters = ranges.map(([first, last, [host, port]]) => ({
      first,
      last,
      node: { host: host || node.host, port },
    }));
    return { masters, slotOf: (key) => slotAt(node, asked, key) };
  } finally {
    client.disconnect();
  }
}

async function slotAt(node: RedisNode, asked: Asked, key: string): Promise<number> {
  const client = briefClient(node, asked);
  try {
    await client.connect();
    return Number(await client.cluster("KEYSLOT", key));
  } finally {
    client.disconnect();
  }
}

function briefClient(node: RedisNode, asked: Asked): Redis {
  const client = new Redis({
    ...node,
    ...asked,
    lazyConnect: true,
    connectTimeout: ASK_MS,
    commandTimeout: ASK_MS,
    retryStrategy: () => null,
  });
  // `connect` throws it as well.
  client.on("error", () => undefined);
  return client;
}
