import { createRequire } from "node:module";
import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { hashPassword } from "#shared/domains/member/index.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { buildOperator } from "#test/factories/operator.js";
import { eventually } from "#test/support/eventually.js";
import { commandsDuring, wholeReads } from "#test/support/redisCommands.js";
import { startService } from "#test/support/service.js";
import { plainJob } from "#test/support/testJobs.js";

interface BoardRoute {
  method: string;
  route: string | string[];
}
/** Every act that the board knows, as it declares them itself: one that a later version adds is asked, too. */
const { appRoutes } = createRequire(createRequire(import.meta.url).resolve("@bull-board/api"))("./routes.js") as {
  appRoutes: { api: BoardRoute[] };
};
const acts = appRoutes.api.filter(({ method }) => method !== "get");

const password = "operate 123";
/** What is done here; each other one is refused, whatever a later version of the board learns. */
const allowed = [
  "put /api/queues/pause",
  "put /api/queues/resume",
  "put /api/queues/:queueName/retry/:queueStatus",
  "put /api/queues/:queueName/promote",
  "put /api/queues/:queueName/clean/:queueStatus",
  "put /api/queues/:queueName/pause",
  "put /api/queues/:queueName/resume",
  "put /api/queues/:queueName/:jobId/retry",
  "put /api/queues/:queueName/:jobId/clean",
  "put /api/queues/:queueName/:jobId/promote",
];
const isAllowed = ({ method, route }: BoardRoute): boolean => allowed.includes(`${method} ${String(route)}`);
/** What an act needs beside its place. */
const bodies: Record<string, object> = {
  "/api/queues/:queueName/add": { name: "test.unknown", data: {}, options: {} },
  "/api/queues/:queueName/concurrency": { concurrency: 3 },
  "/api/queues/:queueName/:jobId/update-data": { jobData: { changed: true } },
  "/api/queues/:queueName/:jobId/delay": { delay: 5_000 },
  "/api/queues/:queueName/:jobId/priority": { priority: 3 },
};

describe("acts on the queues' pages", () => {
  let url: string;
  before(async () => {
    ({ url } = await startService());
  });
  beforeEach(() => queueNamed("vod").pause());
  afterEach(async () => {
    await queueNamed("vod").removeGlobalConcurrency();
    await queueNamed("vod").obliterate({ force: true });
    await queueNamed("vod").resume();
  });

  const cookieOf = async (permissions: string[]) => {
    const { operator } = await buildOperator(permissions, { passwordHash: await hashPassword(password) });
    const answer = await fetch(`${url}/queues/sign-in`, {
      method: "POST",
      redirect: "manual",
      headers: { "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ username: operator.username, password, totp: "" }),
    });
    return { operatorId: operator._id, cookie: answer.headers.get("set-cookie")!.split(";")[0]! };
  };
  const act = async (one: BoardRoute, jobId: string, cookie?: string): Promise<number> =>
    (await answerOf(one, jobId, cookie)).status;
  const answerOf = async ({ method, route }: BoardRoute, jobId: string, cookie?: string) => {
    const path = String(route)
      .replace(":queueName", "vod")
      .replace(":jobId", jobId)
      .replace(":queueStatus", "failed")
      .replace(":schedulerId", "none");
    const answer = await fetch(`${url}/queues${path}`, {
      method: method.toUpperCase(),
      headers: {
        "sec-fetch-site": "same-origin",
        "content-type": "application/json",
        ...(cookie ? { cookie } : {}),
      },
      body: JSON.stringify(bodies[String(route)] ?? {}),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const aJob = async (): Promise<string> => (await queueNamed("vod").add("test.unknown", {})).id!;

  const redisDumpOf = async (jobId: string) => ({
    job: (await queueNamed("vod").getJob(jobId))?.asJSON(),
    counts: await queueNamed("vod").getJobCounts(),
    concurrency: await queueNamed("vod").getGlobalConcurrency(),
  });
  /** Its worker has failed it for good, and the queue is paused again. */
  const failedJob = async (): Promise<string> => {
    const job = await queueNamed("vod").add(plainJob.name, { payload: "none" });
    await queueNamed("vod").resume();
    await eventually("it has failed", async () => (await job.getState()) === "failed");
    await queueNamed("vod").pause();
    return job.id!;
  };

  it("are many", () => expect(acts.length).to.be.greaterThan(15));

  for (const one of acts) {
    const name = `${one.method.toUpperCase()} ${String(one.route)}`;
    // A pause of all would stand in the way of whoever runs beside.
    const isOfAll = !String(one.route).includes(":queueName");
    it(`${name} is 401 to strangers, 403 to readers${isOfAll ? "" : isAllowed(one) ? ", and one audit row when it was done" : ", and refused by name to operators"}`, async () => {
      const reader = await cookieOf(["infra:queue:read"]);
      const jobId = await aJob();
      expect(await act(one, jobId)).to.equal(401);
      expect(await act(one, jobId, reader.cookie)).to.equal(403);
      if (isOfAll && isAllowed(one)) return;
      const operator = await cookieOf(["*"]);
      const before = await redisDumpOf(jobId);
      const { status, text } = await answerOf(one, jobId, operator.cookie);
      const rows = await OperationLogModel.find({ operatorId: operator.operatorId, action: "queue.board" }).lean();
      expect(rows.map(({ bizId }) => bizId)).to.deep.equal(status < 400 ? ["vod"] : []);
      expect(await OperationLogModel.countDocuments({ operatorId: reader.operatorId })).to.equal(0);
      if (isAllowed(one)) return;
      expect([status, JSON.parse(text).code]).to.deep.equal([403, 1001008005]);
      expect(await redisDumpOf(jobId)).to.deep.equal(before);
    });
  }

  it("those that are allowed are all known to the board, and the others are most of them", () => {
    const known = acts.map(({ method, route }) => `${method} ${String(route)}`);
    expect(allowed.filter((one) => !known.includes(one))).to.deep.equal([]);
    expect(acts.filter((one) => !isAllowed(one)).length).to.be.greaterThan(10);
  });

  it("an act under another method, in another writing or with something behind it is refused", async () => {
    const { cookie, operatorId } = await cookieOf(["*"]);
    const jobId = await aJob();
    const tried: [string, string][] = [
      ["POST", "/api/queues/vod/add"],
      ["PUT", "/api/queues/vod/obliterate"],
      ["PUT", "/api/queues/vod//obliterate"],
      ["PUT", "/api/queues/vod/%6fbliterate"],
      ["PUT", "/api/queues/vod/pause/../obliterate"],
      ["PUT", "/api/queues/vod/empty?x=/pause"],
      ["PUT", "/api/queues/VOD/pause"],
      ["PUT", "/api/queues/vod/pause/"],
      ["PUT", "/api/queues/vod%2fpause"],
      ["POST", "/api/queues/vod/pause"],
      ["DELETE", `/api/queues/vod/${jobId}`],
      ["PATCH", `/api/queues/vod/${jobId}/update-data`],
      ["PUT", `/api/queues/vod/${jobId}/retry/completed`],
      ["PUT", "/api/queues/vod/retry/completed"],
      ["PUT", "/api/queues/vod/clean/wait"],
      ["PUT", "/api/queues/vod/clean/delayed"],
      ["PUT", "/api/queues/vod/clean/active"],
      ["POST", "/api/anything"],
      ["POST", "/"],
    ];
    for (const [method, path] of tried) {
      const answer = await fetch(`${url}/queues${path}`, {
        method,
        headers: { "sec-fetch-site": "same-origin", "content-type": "application/json", cookie },
        body: JSON.stringify({ name: "test.unknown", data: {}, jobData: {} }),
      });
      expect([path, answer.status]).to.deep.equal([path, 403]);
    }
    expect(await OperationLogModel.countDocuments({ operatorId })).to.equal(0);
  });

  it("a job that is still to run is neither cleaned nor run again by retry; an ended one is", async () => {
    const { cookie } = await cookieOf(["infra:queue:read", "infra:queue:operate"]);
    const waiting = await aJob();
    for (const verb of ["clean", "retry"]) {
      const one = { method: "put", route: `/api/queues/:queueName/:jobId/${verb}` };
      const { status, text } = await answerOf(one, waiting, cookie);
      expect([status, JSON.parse(text).code]).to.deep.equal([403, 1001008005]);
    }
    expect(await (await queueNamed("vod").getJob(waiting))!.getState()).to.equal("waiting");
    const failed = await failedJob();
    expect(await act({ method: "put", route: "/api/queues/:queueName/:jobId/retry" }, failed, cookie)).to.equal(204);
    const again = await failedJob();
    expect(await act({ method: "put", route: "/api/queues/:queueName/:jobId/clean" }, again, cookie)).to.equal(204);
    expect(await queueNamed("vod").getJob(again)).to.equal(undefined);
  });

  it("a look at the queue costs the same commands however many wait, and none reads them all", async () => {
    const { cookie } = await cookieOf(["infra:queue:read"]);
    const look = () =>
      commandsDuring(async () => {
        const query = "activeQueue=vod&status=waiting&page=1&jobsPerPage=10";
        const answer = await fetch(`${url}/queues/api/queues?${query}`, { headers: { cookie } });
        const { queues } = (await answer.json()) as { queues: { name: string; jobs: unknown[] }[] };
        expect(queues.find(({ name }) => name === "vod")?.jobs).to.have.lengthOf(10);
      });
    const fill = (count: number) =>
      queueNamed("vod").addBulk(Array.from({ length: count }, () => ({ name: "test.unknown", data: {} })));
    await fill(10);
    const few = await look();
    for (let thousand = 0; thousand < 5; thousand++) await fill(1_000);
    const many = await look();
    expect(many.length).to.equal(few.length);
    expect(wholeReads(many)).to.deep.equal([]);
  });
});
