import { expect } from "chai";
import { invalidatePermissions } from "#shared/domains/operator/role/permissions.js";
import { RoleModel } from "#shared/domains/operator/role/role.model.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { eventually } from "#test/support/eventually.js";
import { commandsDuring } from "#test/support/redisCommands.js";
import { secondApi } from "#test/support/secondApi.js";
import { startService } from "#test/support/service.js";
import { readFlow } from "./flowReader.js";

const EVERY_MS = 1_500;

describe("the flow, as a stream", () => {
  let reader: BuiltOperator;
  before(startService);
  beforeEach(async () => {
    reader = await buildOperator(["infra:queue:read"]);
    await queueNamed("vod").pause();
  });
  afterEach(async () => {
    await queueNamed("vod").resume();
    await queueNamed("vod").drain(true);
  });

  const waitingIn = (flow: any): number => flow.nodes.find(({ id }: any) => id === "queue:vod").figures.waiting;
  const addOne = () => queueNamed("vod").add("test.unknown", {});
  const ends = async (ended: Promise<void>): Promise<void> => {
    let isOver = false;
    const noted = ended.then(() => (isOver = true));
    await eventually("the stream ends", async () => isOver);
    await noted;
  };
  /** Each look of this process at the stores asks once whether Redis takes writes. */
  const looks = (commands: string[]): number =>
    commands.filter((command) => /^set \S+:takes-writes /.test(command)).length;

  it("shows a change within seconds, and tells proxies not to hold it back", async () => {
    const { flows, headers, leave } = await readFlow(reader.token);
    expect(headers.get("content-type")).to.match(/^text\/event-stream/);
    expect(headers.get("x-accel-buffering")).to.equal("no");
    expect(headers.get("cache-control")).to.equal("no-store");
    await eventually("none waits", async () => waitingIn(flows.at(-1)) === 0);
    await addOne();
    await eventually("the change is seen", async () => waitingIn(flows.at(-1)) === 1);
    leave();
  });

  it("is the same for all who watch: the stores are looked at once for them, and not at all for nobody", async () => {
    const begun = performance.now();
    const watched = await commandsDuring(async () => {
      const readers = await Promise.all(Array.from({ length: 5 }, () => readFlow(reader.token)));
      for (let waiting = 1; waiting <= 3; waiting++) {
        await addOne();
        await eventually("all see it", async () => readers.every(({ flows }) => waitingIn(flows.at(-1)) === waiting));
      }
      for (const { leave } of readers) leave();
    });
    const most = Math.ceil((performance.now() - begun) / EVERY_MS) + 1;
    expect(looks(watched)).to.be.within(2, most);
    const left = performance.now();
    const unwatched = await commandsDuring(() =>
      eventually("two looks would be due", async () => performance.now() - left > 2 * EVERY_MS),
    );
    expect(looks(unwatched), "one may be under way as the last one leaves").to.be.at.most(1);
  });

  it("ends with the session", async () => {
    const { ended } = await readFlow(reader.token);
    await reader.client.post("/admin-api/system/auth/logout");
    await ends(ended);
  });

  it("ends when its reader loses the right", async () => {
    const { ended } = await readFlow(reader.token);
    await RoleModel.updateOne({ _id: reader.operator.roleIds[0]! }, { $set: { permissions: ["infra:job:query"] } });
    invalidatePermissions();
    await ends(ended);
  });

  it("ends by itself when its API is told to end, which does not wait for its readers", async () => {
    const api = await secondApi();
    try {
      const { ended } = await readFlow(reader.token, api.url);
      await Promise.all([api.kill("SIGTERM"), ends(ended)]);
      expect(await api.untilEnded()).to.deep.equal({ code: 0, signal: null });
    } finally {
      await api.stop();
    }
  });
});
