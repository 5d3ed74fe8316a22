import type { Flow, FlowNode } from "./useFlow";

export type FlowFigures = FlowNode["figures"];

/** The queues of one group of workers. */
export interface QueueGroup {
  name: string;
  queues: FlowNode[];
}

/** The columns of the picture, from the left. */
interface Picture {
  fronts: FlowNode[];
  outbox: FlowNode | undefined;
  groups: QueueGroup[];
  workers: FlowNode[];
  /** Whom the workers of a group call: providers that are on, then the merchants and their failing hosts. */
  outside: QueueGroup[];
  off: FlowNode[];
}

/** Queues by their groups, in their order. */
export const groupsOf = (queues: FlowNode[]): QueueGroup[] =>
  [...new Set(queues.map(({ group }) => group ?? ""))].map((name) => ({
    name,
    queues: queues.filter(({ group }) => group === name),
  }));

export function pictureOf({ nodes }: Flow): Picture {
  const ofKind = (...kinds: FlowNode["kind"][]) => nodes.filter(({ kind }) => kinds.includes(kind));
  const queues = ofKind("queue");
  const groupOf = new Map(queues.map(({ name, group }) => [name, group ?? ""]));
  const names = [...new Set(groupOf.values())];
  const called = ofKind("provider", "merchants", "host").filter(({ state }) => state !== "off");
  return {
    fronts: ofKind("api", "cron"),
    outbox: ofKind("outbox")[0],
    groups: groupsOf(queues),
    workers: ofKind("worker"),
    outside: names
      .map((name) => ({ name, queues: called.filter((node) => groupOf.get(node.queues[0] ?? "") === name) }))
      .filter((group) => group.queues.length > 0),
    off: ofKind("provider").filter(({ state }) => state === "off"),
  };
}

/** What flows between two boxes of the picture, as "outbox" or "group:money" name them. */
export interface Line {
  from: string;
  to: string;
  /** Something went this way in the last five minutes; undefined: not known. */
  isUsed: boolean | undefined;
}

/** One line for all edges between two boxes: the queues of a group are one box, and those whom its workers call. */
export function linesOf({ nodes, edges }: Flow): Line[] {
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  const groupOf = new Map(nodes.filter(({ kind }) => kind === "queue").map(({ name, group }) => [name, group ?? ""]));
  const boxOf = (id: string): string => {
    const node = nodeOf.get(id);
    if (node?.kind === "queue") return `group:${node.group}`;
    if (node?.kind === "provider" || node?.kind === "merchants" || node?.kind === "host")
      return `outside:${groupOf.get(node.queues[0] ?? "")}`;
    return id;
  };
  const lines = new Map<string, Line>();
  for (const { from, to, figures } of edges) {
    const line = { from: boxOf(from), to: boxOf(to), isUsed: undefined };
    if (line.from === line.to) continue;
    const known: Line = lines.get(`${line.from} ${line.to}`) ?? line;
    const { perMinute, failedPerMinute } = figures;
    if (perMinute !== null) known.isUsed = known.isUsed || perMinute + (failedPerMinute ?? 0) > 0;
    lines.set(`${line.from} ${line.to}`, known);
  }
  return [...lines.values()];
}

/** How many jobs a minute the outbox hands to the queues of a group; null: not known. */
export function handedTo({ edges }: Flow, { queues }: QueueGroup): number | null {
  const ids = queues.map(({ id }) => id);
  const rates = edges.flatMap(({ from, to, figures: { perMinute } }) =>
    from === "outbox" && ids.includes(to) && perMinute !== null ? [perMinute] : [],
  );
  return rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0);
}

/** What a worker took from a group in the last five minutes; null: not known. */
interface Taken {
  group: string;
  perMinute: number | null;
  /** Of its slowest queue, which is a bound for all where `isBound`. */
  runP95Ms: number | null;
  isBound: boolean;
}

export function takenBy({ edges, nodes }: Flow, worker: FlowNode): Taken[] {
  const groupOf = new Map(nodes.filter(({ kind }) => kind === "queue").map(({ id, group }) => [id, group ?? ""]));
  const mine = edges.filter(({ to }) => to === worker.id);
  return [...new Set(mine.map(({ from }) => groupOf.get(from) ?? ""))].map((group) => {
    const figures = mine.filter(({ from }) => groupOf.get(from) === group).map((edge) => edge.figures);
    const rates = figures.flatMap(({ perMinute }) => (perMinute === null ? [] : [perMinute]));
    const spans = figures.flatMap(({ runP95Ms }) => (runP95Ms === null ? [] : [runP95Ms]));
    return {
      group,
      perMinute: rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0),
      runP95Ms: spans.length === 0 ? null : Math.max(...spans),
      isBound: spans.length > 1,
    };
  });
}

/** Where the jobs behind a node are shown. */
export function pageOf({ kind, name, queues }: FlowNode, may: (permission: string) => boolean): string {
  switch (kind) {
    case "queue":
      return `/queues/${name}`;
    case "outbox":
    case "api":
    case "cron":
      return "/jobs";
    case "merchants":
      return may("pay:notify:query") ? "/pay/notifies" : "/queues/notify";
    case "host":
      return may("pay:notify:query") ? `/pay/notifies?host=${encodeURIComponent(name)}&status=0` : "/queues/notify";
    case "worker":
    case "provider":
      return `/queues/${queues[0]}`;
  }
}

/** A duration in a few characters: 240 ms, 1.2 s, 4 min, 2 h, 3 d. */
export function brief(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const units = [
    [86_400_000, "d"],
    [3_600_000, "h"],
    [60_000, "min"],
    [1_000, "s"],
  ] as const;
  const [unit, words] = units.find(([length]) => ms >= length)!;
  const count = ms / unit;
  return `${count < 10 && unit === 1_000 ? Number(count.toFixed(1)) : Math.floor(count)} ${words}`;
}

/** A rate or a count in a few characters: 0.4, 12, 1,204, 100k. */
export const short = (count: number): string =>
  count >= 100_000
    ? `${Math.floor(count / 1_000)}k`
    : (count < 10 ? Number(count.toFixed(1)) : Math.round(count)).toLocaleString("en-US");
