import { deleteEach, updateEach } from "#scripts/deployment/eachRow.js";
import { createServer, type Server, type ServerResponse } from "node:http";
import { NotifyStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { percentile } from "../figures.js";
import type { Deployment } from "../deployment.js";
import { onceEach, p50, p99 } from "../load.js";
import { comesTrue, quiet } from "../outside.js";
import type { Pace } from "../pace.js";
import { holdInDeployment } from "../reporter.js";
import { cpuOf, measureAll, type Round } from "../sideBySide.js";
import { over, type Table } from "../tables.js";

/** Deliveries to each receiver per second of the round's length. */
const A_SECOND = 25;
const WARM_UP = 10;
const TIMEOUT_S = 120;
/** The concurrency limit per host. */
const AT_A_HOST = 4;

interface Delivered {
  perSecond: number;
  /** Since all became due, sorted. */
  arrivedMs: number[];
  cpu: Round["cpu"];
  /** Attempts sent to the hanging receiver meanwhile. */
  hung: number;
}

/** Deliveries to many merchants are due at once, and those to one of them hang. */
export async function benchNotices(deployment: Deployment, { rounds, seconds }: Pace): Promise<Table> {
  const [fastPort = 0, hangingPort = 0] = deployment.receiverPorts;
  let arrivals: number[] = [];
  let hung = 0;
  const bodies: string[] = [];
  const fast = await receiverAt(fastPort, (body, answer) => {
    arrivals.push(performance.now());
    bodies.push(body);
    answer.end("ok");
  });
  const hanging = await receiverAt(hangingPort, () => void hung++);
  const url = (port: number): string => `http://127.0.0.1:${port}/notify`;
  const each = Math.ceil(A_SECOND * seconds);
  const remarks: string[] = [];
  const taken = { alone: [] as Delivered[], beside: [] as Delivered[], bare: [] as Round[] };
  try {
    for (let round = 0; round <= rounds; round++)
      for (const kind of ["alone", "beside"] as const) {
        const delivered = await deliver(kind, round === 0 ? WARM_UP : each);
        if (round > 0) taken[kind].push(delivered);
        if (round === 0 || kind === "beside") continue;
        const items = bodies.slice(-each);
        const headers = { "content-type": "application/json" };
        const plain = { url: `http://127.0.0.1:${fastPort}`, clients: AT_A_HOST, items };
        taken.bare.push(
          await measureAll(
            () => onceEach({ ...plain, walk: (via, body) => via.send({ path: "/notify", headers, body }) }),
            {},
          ),
        );
      }
  } finally {
    for (const server of [fast, hanging]) {
      server.closeAllConnections();
      server.close();
    }
  }
  return {
    title: "Deliveries to notifyUrl",
    note: `${each} due at once to a receiver that answers at once; beside: as many to one that never answers, in turn with them. Times are from due to arrived. bare: the same bodies posted ${AT_A_HOST} at a time, times of each post.`,
    columns: ["", "per second", "p50 ms", "p99 ms", "CPU s/1,000", "worker", "stores", "client", "tries that hung"],
    rows: [
      rowOf("beside one that hangs", taken.beside),
      rowOf("alone", taken.alone),
      [
        "  beside / alone",
        ...[
          (one: Delivered) => one.perSecond,
          (one: Delivered) => percentile(one.arrivedMs, 0.5),
          (one: Delivered) => percentile(one.arrivedMs, 0.99),
          (one: Delivered) => cpuOf(one.cpu),
        ].map((of) =>
          over(
            taken.beside.map((one, index) => of(one) / of(taken.alone[index]!)),
            (x) => x,
          ),
        ),
      ],
      [
        "  bare",
        over(taken.bare, ({ perSecond }) => perSecond),
        over(taken.bare, ({ result }) => p50(result)),
        over(taken.bare, ({ result }) => p99(result)),
        "",
        "",
        "",
        over(taken.bare, ({ cpu }) => cpu["client"]!),
      ],
    ],
    remarks,
  };

  async function deliver(kind: "alone" | "beside", count: number): Promise<Delivered> {
    const ports = kind === "alone" ? [fastPort] : [fastPort, hangingPort];
    const { report: ids, release } = await holdInDeployment<number[]>(
      deployment,
      "scripts/bench/programs/fillNotices.js",
      [JSON.stringify({ urls: ports.map(url), each: count })],
    );
    arrivals = [];
    hung = 0;
    const { worker, mongodb, redis } = deployment.pids;
    let begun = 0;
    const { cpu } = await measureAll(
      async () => {
        begun = performance.now();
        await release();
        if (!(await comesTrue(async () => arrivals.length >= count, TIMEOUT_S)))
          remarks.push(`${kind}: ${arrivals.length} of ${count} arrived in ${TIMEOUT_S} s`);
        const walkMs = Float64Array.from(arrivals);
        return { walks: arrivals.length, seconds: 0, walkMs, refused: {} };
      },
      { worker, mongodb, redis },
    );
    const arrivedMs = arrivals.map((at) => at - begun).sort((a, b) => a - b);
    const met = hung;
    await endDeliveries(ids);
    return { perSecond: (arrivedMs.length * 1_000) / (arrivedMs.at(-1) ?? NaN), arrivedMs, cpu, hung: met };
  }

  /** Ends hanging deliveries and their host's pause, so that each round starts alike. */
  async function endDeliveries(ids: number[]): Promise<void> {
    const tasks = deployment.db.collection<{ _id: number }>("notifyTasks");
    await updateEach(
      tasks,
      { _id: { $in: ids }, status: NotifyStatus.waiting },
      { $set: { status: NotifyStatus.abandoned, nextTryAt: null } },
    );
    hanging.closeAllConnections();
    await quiet(deployment);
    const hosts = [fastPort, hangingPort].map((port) => `127.0.0.1:${port}`);
    await deleteEach(deployment.db.collection<{ _id: string }>("notifyHosts"), { _id: { $in: hosts } });
  }
}

async function receiverAt(port: number, take: (body: string, answer: ServerResponse) => void): Promise<Server> {
  const server = createServer((request, answer) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => take(body, answer));
  });
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return server;
}

function rowOf(name: string, rounds: Delivered[]): Table["rows"][number] {
  const cpu = (...names: string[]) =>
    over(rounds, (round) => names.reduce((total, each) => total + (round.cpu[each] ?? 0), 0));
  return [
    name,
    over(rounds, ({ perSecond }) => perSecond),
    over(rounds, ({ arrivedMs }) => percentile(arrivedMs, 0.5)),
    over(rounds, ({ arrivedMs }) => percentile(arrivedMs, 0.99)),
    over(rounds, (round) => cpuOf(round.cpu)),
    cpu("worker"),
    cpu("mongodb", "redis"),
    cpu("client"),
    over(rounds, ({ hung }) => hung),
  ];
}
