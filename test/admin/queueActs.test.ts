import { createRequire } from "node:module";
import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/index.js";
import { hashPassword } from "#shared/domains/member/index.js";
import { queueNamed } from "#shared/platform/queues.js";
import { buildOperator } from "#test/factories/operator.js";
import { commandsDuring, wholeReads } from "#test/support/redisCommands.js";
import { startService } from "#test/support/service.js";

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
  const act = async ({ method, route }: BoardRoute, jobId: string, cookie?: string): Promise<number> => {
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
    await answer.arrayBuffer();
    return answer.status;
  };
  const aJob = async (): Promise<string> => (await queueNamed("vod").add("test.unknown", {})).id!;

  it("are many", () => expect(acts.length).to.be.greaterThan(15));

  for (const one of acts) {
    const name = `${one.method.toUpperCase()} ${String(one.route)}`;
    // A pause of all would stand in the way of whoever runs beside.
    const isOfAll = !String(one.route).includes(":queueName");
    it(`${name} is 401 to strangers, 403 to readers${isOfAll ? "" : ", and one audit row when it was done"}`, async () => {
      const reader = await cookieOf(["infra:queue:read"]);
      const jobId = await aJob();
      expect(await act(one, jobId)).to.equal(401);
      expect(await act(one, jobId, reader.cookie)).to.equal(403);
      if (isOfAll) return;
      const operator = await cookieOf(["infra:queue:read", "infra:queue:operate"]);
      const status = await act(one, jobId, operator.cookie);
      const rows = await OperationLogModel.find({ operatorId: operator.operatorId, action: "queue.board" }).lean();
      expect(rows.map(({ bizId }) => bizId)).to.deep.equal(status < 400 ? ["vod"] : []);
      expect(await OperationLogModel.countDocuments({ operatorId: reader.operatorId })).to.equal(0);
    });
  }

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

  it("most of them are really done here", async () => {
    const { cookie } = await cookieOf(["*"]);
    const done: string[] = [];
    for (const one of acts) {
      if (!String(one.route).includes(":queueName") || String(one.route).endsWith("/obliterate")) continue;
      if ((await act(one, await aJob(), cookie)) < 400) done.push(String(one.route));
    }
    expect(done.length).to.be.greaterThan(8);
  });
});
