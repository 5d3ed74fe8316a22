import { DeadLetterStatus } from "#shared/domains/operations/operations.states.js";
import { percentile } from "../figures.js";
import type { Deployment } from "../deployment.js";
import type { Pace } from "../pace.js";
import { runInDeployment } from "../reporter.js";
import type { Table } from "../tables.js";

const QUEUE = "vod";
const MANY = 100_000;
const LETTERS = 20_000;
/** The stand-in sorts all that a condition finds: for 10,000 that takes half a second. */
const LETTERS_OF_STAND_IN = 1_000;
const LOOKS = 25;
/** The longest acceptable wait of an operator. */
const BOUND_MS = 500;

const pages: Record<string, string> = {
  "queue list": "/admin-api/infra/queue/list",
  "queue detail": `/admin-api/infra/queue/detail?name=${QUEUE}`,
  "queue history": `/admin-api/infra/queue/history?name=${QUEUE}&step=hour`,
  "dead letters": "/admin-api/infra/dead-letter/page?pageSize=20",
  "  of a queue, open": `/admin-api/infra/dead-letter/page?queue=${QUEUE}&status=${DeadLetterStatus.open}&pageSize=20`,
  "  of a member": "/admin-api/infra/dead-letter/page?memberId=7&pageSize=20",
  "  by a part of the reason": "/admin-api/infra/dead-letter/page?reason=answered&pageSize=20",
  "board: all queues": "/queues/api/queues?page=1&jobsPerPage=10",
  "board: the queue, waiting": `/queues/api/queues?activeQueue=${QUEUE}&status=waiting&page=1&jobsPerPage=10`,
  "board: its last page": `/queues/api/queues?activeQueue=${QUEUE}&status=waiting&page=10000&jobsPerPage=10`,
};

/** The operators' queue pages, with few waiting jobs and with 100,000; one operator, one page after the other. */
export async function benchQueuePages(deployment: Deployment, { rounds }: Pace): Promise<Table> {
  const headers = await signInOperator(deployment);
  const isStandIn = deployment.stores.servers.some(({ name }) => name.startsWith("secantus"));
  const letters = isStandIn ? LETTERS_OF_STAND_IN : LETTERS;
  const remarks: string[] = [];
  const few = await lookAtAll(deployment, headers, rounds);
  const begun = performance.now();
  const fill = (jobs: number, buried: number) =>
    runInDeployment<{ waiting: number }>(deployment, "scripts/bench/programs/fillQueue.js", [
      QUEUE,
      `${jobs}`,
      `${buried}`,
    ]);
  try {
    const { waiting } = await fill(MANY, letters);
    const seconds = (performance.now() - begun) / 1_000;
    remarks.push(
      `${waiting.toLocaleString("en")} jobs wait, ${letters} dead letters; written in ${seconds.toFixed(1)} s`,
    );
    const many = await lookAtAll(deployment, headers, rounds);
    for (const [name, ms] of Object.entries(many))
      if (percentile(ms, 1) > BOUND_MS) remarks.push(`${name.trim()} took longer than ${BOUND_MS} ms`);
    return {
      title: "Queue pages",
      note: `${LOOKS * rounds} looks each, one operator; ms, with ${MANY.toLocaleString("en")} waiting jobs beside a queue without.`,
      columns: ["", "p50", "p95", "max", "without: p50", "p95", "max"],
      rows: Object.keys(pages).map((name) => [
        name,
        ...[many, few].flatMap((taken) => [0.5, 0.95, 1].map((share) => percentile(taken[name]!, share))),
      ]),
      remarks,
    };
  } finally {
    await fill(0, 0);
  }
}

/** By token at the API, by cookie at the board. */
export async function signInOperator({ url, env }: Deployment): Promise<Record<string, string>> {
  const password = env["OPERATOR_PASSWORD"]!;
  const login = await fetch(`${url}/admin-api/system/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "operator", password }),
  });
  const { data, msg } = (await login.json()) as { data: { accessToken: string } | null; msg: string };
  if (!data) throw new Error(`the operator cannot sign in: ${msg}`);
  const form = await fetch(`${url}/queues/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ username: "operator", password, totp: "" }),
  });
  const cookie = form.headers.get("set-cookie")?.split(";")[0];
  if (!cookie) throw new Error(`no cookie of the board: ${form.status}`);
  return { authorization: `Bearer ${data.accessToken}`, cookie };
}

/** Milliseconds of each request to each page, sorted. */
async function lookAtAll({ url }: Deployment, headers: Record<string, string>, rounds: number) {
  const taken: Record<string, number[]> = Object.fromEntries(Object.keys(pages).map((name) => [name, []]));
  // The first request of each warms up; pages alternate, so that none finds the cached list of another.
  for (let look = 0; look <= LOOKS * rounds; look++)
    for (const [name, path] of Object.entries(pages)) {
      const begun = performance.now();
      const answer = await fetch(url + path, { headers });
      const text = await answer.text();
      if (answer.status !== 200 || text.includes('"code":5'))
        throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
      if (look > 0) taken[name]!.push(performance.now() - begun);
    }
  return Object.fromEntries(Object.entries(taken).map(([name, ms]) => [name, ms.sort((a, b) => a - b)]));
}
