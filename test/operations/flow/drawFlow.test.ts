import { expect } from "chai";
import { drawFlow } from "#shared/domains/operations/flow/drawFlow.js";
import type { Flow, FlowState } from "#shared/domains/operations/flow/flow.js";
import type { FlowFacts, Ledger } from "#shared/domains/operations/flow/flowFacts.js";
import type { FrontProcess, ProcessCalls, WorkerOfQueue } from "#shared/kernel/process/processes.js";
import type { QueueDepth } from "#shared/kernel/queue/queueFigures.js";
import { queueNames, type QueueName } from "#shared/kernel/queue/queueNames.js";
import { minutes, seconds } from "#shared/kernel/time/clock.js";

/** 12:00 in the shop's time zone, on any day. */
const now = Date.UTC(2026, 0, 15, 4);
const at = (time: string): Date => new Date(now + minutes(Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) - 720));
const longAgo = new Date(now - minutes(60));

const depth = (name: QueueName, given: Partial<QueueDepth> = {}): QueueDepth => ({
  name,
  waiting: 0,
  active: 0,
  delayed: 0,
  failed: 0,
  completed: 0,
  paused: false,
  oldestWaitingMs: 0,
  ...given,
});
const worker = (given: Partial<WorkerOfQueue> = {}): WorkerOfQueue => ({
  _id: "w1",
  host: "left",
  pid: 41,
  queues: queueNames,
  startedAt: longAgo,
  reportedAt: new Date(now),
  live: true,
  loopDelayMs: 3,
  troubles: [],
  concurrency: 4,
  running: 0,
  lastTakeAt: new Date(now),
  ...given,
});
const front = (given: Partial<FrontProcess> = {}): FrontProcess => ({
  _id: "a1",
  kind: "api",
  host: "left",
  pid: 40,
  reportedAt: new Date(now),
  live: true,
  troubles: [],
  ...given,
});
const cron = front({ _id: "c1", kind: "cron", pid: 42 });
const calls = (to: string, given: Partial<ProcessCalls> = {}): ProcessCalls => ({
  processId: "w1",
  to,
  perMinute: 6,
  failedPerMinute: 0,
  p95Ms: 80,
  running: 0,
  oldestMs: null,
  failedInARow: 0,
  sinceAnswerMs: seconds(1),
  ...given,
});
const noRows = { overdue: 0, overdueMs: 0, unknown: 0, kept: 0, keptMs: 0, failingMs: 0 };
const tries = (queue: QueueName, done: number, failed: number, processId = "w1") => ({
  queue,
  processId,
  donePerMinute: done,
  failedPerMinute: failed,
  run: { 32: 19, 40: 1 },
  wait: { 16: 20 },
});

interface Given {
  /** Of the queue trade. */
  depth?: Partial<QueueDepth>;
  workers?: WorkerOfQueue[];
  ledger?: Partial<Ledger>;
  facts?: Partial<FlowFacts>;
}
/** All is well but for what is given. */
function factsWith({ depth: trade = {}, workers = [worker()], ledger = {}, facts = {} }: Given = {}): FlowFacts {
  return {
    now,
    away: [],
    refusal: undefined,
    depths: { at: now, value: queueNames.map((name) => depth(name, name === "trade" ? trade : {})) },
    ledger: {
      at: now,
      value: {
        fronts: [front(), cron],
        workers: new Map(workers.length === 0 ? [] : queueNames.map((name) => [name, workers])),
        work: [],
        calls: [],
        handedOver: undefined,
        outbox: new Map(),
        letters: new Map(),
        allowed: [{ kind: "age", queue: null, ms: minutes(5) }],
        alerts: [],
        hosts: [],
        heldKinds: [],
        limitedKinds: [],
        ...ledger,
      },
    },
    holds: new Map(),
    providers: ["sms", "chat"],
    unused: [],
    ...facts,
  };
}
const nodeOf = (flow: Flow, id: string) => flow.nodes.find((node) => node.id === id)!;

const limitOf = (jobs: number) => ({
  job: "trade.addUp",
  queue: "trade" as const,
  perMinute: 6,
  by: "Mei",
  reason: "the books are slow",
  at: at("11:30"),
  jobs,
  through: null,
});

const cases: [what: string, node: string, given: Given, state: FlowState, en: string, zh: string][] = [
  [
    "a queue that an operator paused",
    "queue:trade",
    { depth: { paused: true }, facts: { holds: new Map([["trade", { by: "Mei", since: at("11:30") }]]) } },
    "stands",
    "held by Mei since 11:30",
    "11:30 起被 Mei 暂停",
  ],
  [
    "one of which a kind of job is held",
    "queue:trade",
    {
      ledger: {
        heldKinds: [{ job: "trade.addUp", queue: "trade", by: "Mei", reason: "counting", at: at("11:30") }],
      },
    },
    "busy",
    "trade.addUp held by Mei since 11:30",
    "11:30 起 trade.addUp 被 Mei 暂缓",
  ],
  [
    "one of which a kind of job waits for its rate",
    "queue:trade",
    { ledger: { limitedKinds: [limitOf(12)] } },
    "busy",
    "12 wait their turn: trade.addUp limited to 6 a minute by Mei",
    "12 个依次等待：trade.addUp 被 Mei 限制为每分钟 6 个",
  ],
  ["one that was paused past the audit log", "queue:trade", { depth: { paused: true } }, "stands", "held", "已暂停"],
  [
    "one without worker",
    "queue:trade",
    { workers: [] },
    "stands",
    "no worker takes this queue",
    "没有工作进程处理该队列",
  ],
  [
    "one whose worker was lost",
    "queue:trade",
    { workers: [worker({ live: false })] },
    "stands",
    "no worker takes this queue",
    "没有工作进程处理该队列",
  ],
  [
    "one without worker whose providers are off",
    "queue:trade",
    { workers: [], facts: { unused: ["trade"] } },
    "off",
    "its providers are off",
    "所用服务未启用",
  ],
  [
    "one whose only worker takes nothing",
    "queue:trade",
    { depth: { waiting: 1, oldestWaitingMs: minutes(2) }, workers: [worker({ lastTakeAt: longAgo })] },
    "stands",
    "its workers do not answer",
    "处理该队列的工作进程均无响应",
  ],
  [
    "one whose oldest job waits for too long",
    "queue:trade",
    { depth: { waiting: 9, oldestWaitingMs: minutes(6.5) } },
    "stands",
    "oldest waits 6 min, 5 min allowed",
    "最久已等待 6 分钟，上限 5 分钟",
  ],
  [
    "one whose own rule allows less",
    "queue:trade",
    {
      depth: { waiting: 9, oldestWaitingMs: seconds(40) },
      ledger: {
        allowed: [
          { kind: "age", queue: null, ms: minutes(5) },
          { kind: "age", queue: "trade", ms: seconds(30) },
        ],
      },
    },
    "stands",
    "oldest waits 40 s, 30 s allowed",
    "最久已等待 40 秒，上限 30 秒",
  ],
  [
    "one whose oldest job nears what is allowed",
    "queue:trade",
    { depth: { waiting: 1, oldestWaitingMs: minutes(4) }, workers: [worker()] },
    "busy",
    "oldest waits 4 min, 5 min allowed",
    "最久已等待 4 分钟，上限 5 分钟",
  ],
  [
    "one whose slots are all taken",
    "queue:trade",
    { depth: { waiting: 1_300, active: 4, oldestWaitingMs: seconds(2) } },
    "busy",
    "all 4 slots are taken, 1,300 wait",
    "4 个并发已占满，1,300 个等待",
  ],
  [
    "one where every try fails",
    "queue:trade",
    { ledger: { work: [tries("trade", 0, 3)] } },
    "stands",
    "every try of the last 5 minutes failed",
    "近 5 分钟的执行全部失败",
  ],
  [
    "one with an alert",
    "queue:trade",
    { ledger: { alerts: [{ queue: "trade", name: "Many tries fail", since: at("11:58") }] } },
    "stands",
    "alert since 11:58: Many tries fail",
    "11:58 起告警：Many tries fail",
  ],
  [
    "one with dead letters",
    "queue:trade",
    { ledger: { letters: new Map([["trade", 3]]) } },
    "busy",
    "3 dead letters are open",
    "3 条死信待处理",
  ],
  [
    "the outbox, when the walk is behind",
    "outbox",
    { ledger: { outbox: new Map([["trade", { ...noRows, overdue: 2_000, overdueMs: seconds(50) }]]) } },
    "busy",
    "2,000 late for their queue, the oldest for 50 s",
    "2,000 个入队延迟，最久 50 秒",
  ],
  [
    "the outbox, further behind than is allowed",
    "outbox",
    {
      ledger: {
        outbox: new Map([["trade", { ...noRows, overdue: 2_000, overdueMs: seconds(90) }]]),
        allowed: [{ kind: "overdue", queue: null, ms: seconds(60) }],
      },
    },
    "stands",
    "2,000 late for their queue, the oldest for 1 min",
    "2,000 个入队延迟，最久 1 分钟",
  ],
  [
    "the outbox, with jobs of a version that nobody runs",
    "outbox",
    { ledger: { outbox: new Map([["control", { ...noRows, unknown: 1 }]]) } },
    "stands",
    "no process here knows 1 job",
    "1 个任务没有进程认识",
  ],
  [
    "the outbox, with jobs that an operator holds",
    "outbox",
    { ledger: { outbox: new Map([["trade", { ...noRows, kept: 2 }]]) } },
    "busy",
    "2 jobs are held by operators",
    "2 个任务被暂缓",
  ],
  [
    "a worker in trouble",
    "worker:w1",
    { workers: [worker({ troubles: ["Redis answers, but not this process"] })] },
    "stands",
    "Redis answers, but not this process",
    "Redis answers, but not this process",
  ],
  [
    "a worker that was lost",
    "worker:w1",
    { workers: [worker({ live: false, reportedAt: new Date(now - seconds(50)) })] },
    "stands",
    "has not reported for 50 s",
    "已 50 秒未上报",
  ],
  [
    "a worker whose slots are all taken",
    "worker:w1",
    { workers: [worker({ concurrency: 2, running: 2 })] },
    "busy",
    `all ${2 * queueNames.length} slots are taken`,
    `${2 * queueNames.length} 个并发已占满`,
  ],
  [
    "an API that was lost",
    "api:a1",
    { ledger: { fronts: [front({ live: false, reportedAt: new Date(now - minutes(3)) }), cron] } },
    "stands",
    "has not reported for 3 min",
    "已 3 分钟未上报",
  ],
  [
    "cron, when there is none",
    "cron",
    { ledger: { fronts: [front()] } },
    "stands",
    "no cron process reports: nothing recurs",
    "没有 cron 进程上报：定时任务不会执行",
  ],
  [
    "a worker whose reports are missing",
    "worker:w1",
    { workers: [worker({ reportedAt: new Date(now - seconds(8)) })] },
    "busy",
    "has not reported for 8 s",
    "已 8 秒未上报",
  ],
  [
    "an API whose reports are missing",
    "api:a1",
    { ledger: { fronts: [front({ reportedAt: new Date(now - seconds(8)) }), cron] } },
    "busy",
    "has not reported for 8 s",
    "已 8 秒未上报",
  ],
  [
    "a provider that answers nobody",
    "provider:sms",
    { ledger: { calls: [calls("sms", { running: 3, oldestMs: seconds(4), sinceAnswerMs: seconds(9) })] } },
    "stands",
    "3 calls wait for an answer, one for 4 s",
    "3 次调用等待响应，最久 4 秒",
  ],
  [
    "a provider that has never answered",
    "provider:chat",
    { ledger: { calls: [calls("im", { running: 1, oldestMs: seconds(2), sinceAnswerMs: null })] } },
    "stands",
    "a call has waited for an answer for 2 s",
    "1 次调用等待响应，最久 2 秒",
  ],
  [
    "a provider that answers others meanwhile",
    "provider:sms",
    {
      ledger: {
        calls: [
          calls("sms", { running: 1, oldestMs: seconds(3), sinceAnswerMs: seconds(9) }),
          calls("sms", { processId: "w2", sinceAnswerMs: seconds(2) }),
        ],
      },
    },
    "busy",
    "a call has waited for an answer for 3 s",
    "1 次调用等待响应，最久 3 秒",
  ],
  [
    "a provider whose calls all fail, in each process",
    "provider:sms",
    { ledger: { calls: [calls("sms", { failedInARow: 2 }), calls("sms", { processId: "w2", failedInARow: 1 })] } },
    "stands",
    "the last 3 calls failed",
    "最近 3 次调用全部失败",
  ],
  [
    "one of several providers with one name of calls, whose calls fail",
    "provider:kdniao",
    { ledger: { calls: [calls("express", { failedInARow: 12 })] }, facts: { providers: ["kdniao"] } },
    "stands",
    "the last 12 calls failed",
    "最近 12 次调用全部失败",
  ],
  [
    "a merchant's host that is paused",
    "host:merchant.example",
    { ledger: { hosts: [{ host: "merchant.example", failures: 5, nextTryAt: at("14:32") }] } },
    "stands",
    "failed 5 times, next try 14:32",
    "连续失败 5 次，14:32 再试",
  ],
  [
    "one whose pause is over",
    "host:merchant.example",
    { ledger: { hosts: [{ host: "merchant.example", failures: 6, nextTryAt: null }] } },
    "busy",
    "failed 6 times, is being tried again",
    "连续失败 6 次，正在重试",
  ],
];

describe("the flow says why something stands", () => {
  for (const [what, id, given, state, en, zh] of cases)
    it(what, () => {
      expect(nodeOf(drawFlow(factsWith(given)), id)).to.deep.include({ state, reason: [en, zh] });
    });

  it("nothing, where all is well", () => {
    const flow = drawFlow(factsWith());
    expect(flow.troubles).to.deep.equal([]);
    const shown = flow.nodes.filter(({ state }) => state !== "off");
    expect(shown.filter(({ state, reason }) => state !== "well" || reason !== null)).to.deep.equal([]);
  });

  it("nothing of a kind that is limited, while none waits for it", () => {
    const { state, reason } = nodeOf(drawFlow(factsWith({ ledger: { limitedKinds: [limitOf(0)] } })), "queue:trade");
    expect([state, reason]).to.deep.equal(["well", null]);
  });

  it("nothing of rows that the next round of the walk takes: they are not late yet", () => {
    const outbox = new Map([["trade" as const, { ...noRows, overdue: 3, overdueMs: seconds(2) }]]);
    const { state, reason, figures } = nodeOf(drawFlow(factsWith({ ledger: { outbox } })), "outbox");
    expect([state, reason, figures.overdue]).to.deep.equal(["well", null, 0]);
  });

  it("of such rows that they are later than an operator allows, where that is less", () => {
    const outbox = new Map([["trade" as const, { ...noRows, overdue: 3, overdueMs: seconds(2) }]]);
    const allowed = [{ kind: "overdue" as const, queue: null, ms: seconds(1) }];
    const { state, figures } = nodeOf(drawFlow(factsWith({ ledger: { outbox, allowed } })), "outbox");
    expect([state, figures.overdue]).to.deep.equal(["stands", 3]);
  });

  it("a provider that the shop does without is off, and nobody calls it", () => {
    const flow = drawFlow(factsWith());
    expect(nodeOf(flow, "provider:alipay").state).to.equal("off");
    expect(flow.edges.filter(({ to }) => to === "provider:alipay")).to.deep.equal([]);
  });

  it("nothing of a provider that fails some calls, twice in a row, or in one process of two", () => {
    for (const some of [
      [calls("sms", { failedPerMinute: 5 })],
      [calls("sms", { failedInARow: 2 })],
      [calls("sms", { failedInARow: 9 }), calls("sms", { processId: "w2" })],
      [calls("sms", { running: 4, oldestMs: 1_999 })],
    ])
      expect(nodeOf(drawFlow(factsWith({ ledger: { calls: some } })), "provider:sms")).to.include({ state: "well" });
  });

  it("no process that does not report while the store is away, through which it would", () => {
    const read = factsWith();
    const later = drawFlow({ ...read, now: now + minutes(1), away: ["MongoDB"] });
    const processes = later.nodes.filter(({ kind }) => ["api", "cron", "worker"].includes(kind));
    expect(processes.map(({ state }) => state)).to.deep.equal(["well", "well", "well"]);
  });

  it("a store that does not answer, with the age of what is shown", () => {
    const old = factsWith();
    const redis = drawFlow({ ...old, away: ["Redis"], depths: { ...old.depths!, at: now - seconds(40) } });
    expect(redis.troubles).to.deep.equal([
      ["Redis does not answer, figures of 40 s ago", "Redis 无响应，显示 40 秒前的数据"],
    ]);
    const mongodb = drawFlow({ ...old, away: ["MongoDB"], ledger: { ...old.ledger!, at: now - minutes(2) } });
    expect(mongodb.troubles[0]![0]).to.equal("MongoDB does not answer, figures of 2 min ago");
    const never = drawFlow({ ...old, away: ["MongoDB", "Redis"], depths: undefined, ledger: undefined });
    expect(never.troubles.map(([en]) => en)).to.deep.equal(["MongoDB does not answer", "Redis does not answer"]);
    expect(drawFlow({ ...old, refusal: "OOM" }).troubles[0]![0]).to.equal("Redis takes no jobs: OOM");
  });
});

describe("the flow shows", () => {
  it("only the figures that are known", () => {
    const flow = drawFlow(factsWith({ facts: { depths: undefined } }));
    expect(nodeOf(flow, "queue:trade").figures).to.deep.equal({ slots: 4 });
    expect(nodeOf(flow, "merchants").figures).to.deep.equal({});
  });

  it("rates and p95 on a queue, and on the way to each worker that took from it", () => {
    const other = worker({ _id: "w2", pid: 43 });
    const work = [tries("trade", 10, 0), tries("trade", 2.04, 1), tries("trade", 5, 0, "w2")];
    const flow = drawFlow(factsWith({ workers: [worker(), other], ledger: { work } }));
    const { figures } = nodeOf(flow, "queue:trade");
    expect(figures).to.include({ slots: 8, perMinute: 17, failedPerMinute: 1, waitP95Ms: 15 });
    expect(figures.runP95Ms).to.be.within(200, 300);
    const edge = (to: string) => flow.edges.find((one) => one.from === "queue:trade" && one.to === to)!;
    expect(edge("worker:w1").figures).to.include({ perMinute: 12, failedPerMinute: 1 });
    expect(edge("worker:w2").figures).to.include({ perMinute: 5, failedPerMinute: 0 });
    expect(flow.edges.find(({ from }) => from === "queue:sms")!.figures).to.deep.equal({});
  });

  it("what the processes took from the outbox, on the way to each queue, where they tell it", () => {
    const handed = (queue: QueueName, perMinute: number) => ({ queue, perMinute });
    const fronts = [
      front({ handedOver: [handed("trade", 90.04)] }),
      front({ _id: "a2", handedOver: [handed("trade", 30), handed("notify", 2)] }),
      front({ _id: "a3", live: false, handedOver: [handed("trade", 500)] }),
      cron,
    ];
    const flow = drawFlow(factsWith({ ledger: { fronts, handedOver: [handed("trade", 0.5)] } }));
    const rateTo = ({ edges }: Flow, queue: QueueName) =>
      edges.find(({ from, to }) => from === "outbox" && to === `queue:${queue}`)!.figures;
    expect(rateTo(flow, "trade")).to.deep.equal({ perMinute: 120.5 });
    expect(rateTo(flow, "notify")).to.deep.equal({ perMinute: 2 });
    expect(rateTo(flow, "sms")).to.deep.equal({ perMinute: 0 });
    expect(rateTo(drawFlow(factsWith()), "trade")).to.deep.equal({});
  });

  it("calls on a provider and on the way to it, but not where two share a name", () => {
    const counted = [
      calls("sms", { failedPerMinute: 1 }),
      calls("sms", { processId: "w2", perMinute: 4, p95Ms: 200 }),
      calls("social"),
    ];
    const flow = drawFlow(
      factsWith({
        workers: [worker(), worker({ _id: "w2", pid: 43 })],
        ledger: { calls: counted },
        facts: { providers: ["sms", "social-mini"] },
      }),
    );
    expect(nodeOf(flow, "provider:sms").figures).to.deep.equal({ perMinute: 10, failedPerMinute: 1, runP95Ms: 200 });
    expect(nodeOf(flow, "provider:social-mini").figures).to.deep.equal({});
    const edge = (from: string) => flow.edges.find((one) => one.from === from && one.to === "provider:sms")!;
    expect(edge("worker:w1").figures).to.deep.equal({ perMinute: 6, failedPerMinute: 1, runP95Ms: 80 });
    expect(edge("worker:w2").figures).to.deep.equal({ perMinute: 4, failedPerMinute: 0, runP95Ms: 200 });
  });

  it("every edge between two nodes that are there", () => {
    const { nodes, edges } = drawFlow(factsWith({ ledger: { hosts: [{ host: "m", failures: 5, nextTryAt: null }] } }));
    const ids = new Set(nodes.map(({ id }) => id));
    expect(ids.size).to.equal(nodes.length);
    expect(edges.filter(({ from, to }) => !ids.has(from) || !ids.has(to))).to.deep.equal([]);
  });
});
