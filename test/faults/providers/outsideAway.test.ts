import { expect } from "chai";
import { tinyVideo } from "#scripts/demo/media/tinyVideo.js";
import { byDefaultOne, byKind, expectInvariants, pause, say, soon } from "../experiment.js";
import type { Deployment } from "../deployment.js";
import { signInOperator } from "../rewards.js";
import { useSharedDeployment } from "../sharedDeployment.js";
import {
  byWallet,
  call,
  control,
  makeShoppers,
  place,
  seeded,
  skuWithStock,
  submit,
  type Answer,
  untilTold,
} from "../shoppers.js";
import { fund } from "../wallets.js";

/** FAULT_AWAY_SECONDS=60 keeps the providers away for a minute. */
const awaySeconds = Math.max(Number(process.env["FAULT_AWAY_SECONDS"] ?? 0), 3);
const EACH = 4;
const PLATFORMS = ["invoice", "vod", "im"] as const;
const outages = [{ mode: "error" }, { mode: "timeout", after: true }, { mode: "tooMany" }];
/** Longer than a client waits for a provider's answer. */
const PATIENCE_MS = 10_000;

describe("faults of the providers of invoices, videos and chats", function () {
  this.timeout(600_000);
  let deployment: Deployment;
  let operator: { token: string };

  useSharedDeployment((one) => (deployment = one));
  before(async () => {
    operator = await signInOperator(deployment);
    await control(deployment, "PUT", "/vod/callback", { url: `${deployment.url}/callback/vod` });
  });
  afterEach("the invariants hold", async () => {
    await control(deployment, "DELETE", "/faults");
    await expectInvariants(deployment);
  });

  for (const [turn, seed] of byDefaultOne.entries()) {
    const fault = outages[turn % outages.length]!;
    it(`${fault.mode}: clients are answered in time, and all that they wanted comes about (seed ${seed})`, async () => {
      const random = seeded(seed);
      const shoppers = await makeShoppers(deployment, EACH);
      await fund(deployment, shoppers, 1_000_000);
      const sku = await skuWithStock(deployment, 100);
      const orders = await Promise.all(shoppers.map((who) => place(deployment, who, sku)));
      for (const placed of orders)
        expect((await untilTold(() => submit(deployment, placed, byWallet))).code).to.equal(0);
      const groupId = await openRoom(shoppers[0]!.memberId, seed);
      await soon("the orders are paid", async () => {
        const paid = { _id: { $in: orders.map(({ orderId }) => orderId) }, status: 10 };
        return (await deployment.db.collection<{ _id: number }>("tradeOrders").countDocuments(paid)) === EACH;
      });

      const begunAt = new Date();
      const before = await control<unknown[]>(deployment, "GET", "/invoices");
      for (const platform of PLATFORMS)
        await control(deployment, "PUT", "/faults", { platform, count: 10_000, ...fault });
      const times: number[] = [];
      const timed = async (ask: () => Promise<Answer>): Promise<Answer> => {
        const begun = performance.now();
        const answer = await ask();
        times.push(Math.round(performance.now() - begun));
        return answer;
      };
      const applied = await Promise.all(orders.map((placed) => timed(() => apply(placed))));
      const uploaded = await Promise.all(shoppers.map((who) => timed(() => upload(who.token))));
      const name = `Name ${seed}`;
      const renamed = await timed(() =>
        call(deployment, shoppers[0]!, "/app-api/cloudlive/im/modifyGroupBaseInfo", { groupId, name }),
      );
      expect(byKind(applied)).to.deep.equal({ "200/200": EACH });
      expect(byKind(uploaded)).to.deep.equal({ "200/200": EACH });
      // The only one of them that waits for its provider.
      expect(`${renamed.status}/${renamed.code}`).to.be.oneOf(["503/503", "200/0"]);
      expect(Math.max(...times)).to.be.below(PATIENCE_MS);
      await pause(random() * 1_000);
      // A worker in the middle of it dies as well.
      await deployment.worker.kill("SIGKILL");
      await deployment.worker.start();
      await pause(awaySeconds * 1_000);
      for (const platform of PLATFORMS) await control(deployment, "DELETE", `/faults?platform=${platform}`);

      const backAt = Date.now();
      const orderIds = orders.map(({ orderId }) => orderId);
      const fileIds = uploaded.map(({ data }) => data.fileId as string);
      const took: Record<string, number> = {};
      const until = async (what: string, look: () => Promise<boolean>): Promise<void> => {
        await soon(what, look, 300);
        took[what] = Date.now() - backAt;
      };
      await Promise.all([
        until("invoices are issued", async () => {
          const issued = { orderId: { $in: orderIds }, status: 3 };
          return (await deployment.db.collection("invoices").countDocuments(issued)) === EACH;
        }),
        until("videos are fetched", async () => {
          const fetched = { fileId: { $in: fileIds }, status: 2 };
          return (await deployment.db.collection("videos").countDocuments(fetched)) === EACH;
        }),
        until("the group has its name", async () => {
          const groups = await control<{ groupId: string; name: string }[]>(deployment, "GET", "/im/groups");
          return groups.find((group) => group.groupId === groupId)?.name === name;
        }),
      ]);
      const there = await control<unknown[]>(deployment, "GET", "/invoices");
      say(
        `away ${awaySeconds} s and a kill: answered in at most ${Math.max(...times)} ms, ${JSON.stringify(byKind([...applied, ...uploaded, renamed]))}; after it ${JSON.stringify(took)} ms`,
      );
      expect(there.length - before.length, "no invoice was issued twice").to.equal(EACH);
      const dead = await deployment.db
        .collection("outbox")
        .countDocuments({ state: "dead", endedAt: { $gte: begunAt } });
      expect(dead, "dead jobs").to.equal(0);
    });
  }

  async function openRoom(memberUserId: number, seed: number): Promise<string> {
    const create = async (noun: string, body: object): Promise<number> =>
      (await call(deployment, operator, `/admin-api/cloudlive/${noun}/create`, body)).data;
    const liveRoomId = await create("live-room", { memberUserId, roomName: `Away ${seed}`, liveType: 1 });
    const groupId = `live_${await create("live-base-info", { liveRoomId, liveName: `Away ${seed}` })}`;
    await soon("the group is made", async () => {
      const made = await deployment.db.collection("chatGroups").findOne({ groupId });
      return made?.["status"] === 1;
    });
    return groupId;
  }

  async function apply({ who, orderId }: { who: { token: string }; orderId: number }): Promise<Answer> {
    const order = await deployment.db
      .collection<{ _id: number; payPriceFen: number }>("tradeOrders")
      .findOne({ _id: orderId });
    return call(deployment, who, "/member/invoiceInfo/appCreateOrderInvoiceInfo", {
      orderNumber: orderId,
      invoiceType: 1,
      invoicePrice: String(order!.payPriceFen),
      title: "张三",
      titleType: "1",
      type: 2,
      email: `away-${orderId}@mail.example`,
    });
  }

  async function upload(token: string): Promise<Answer> {
    const form = new FormData();
    form.append("uploadFile", new Blob([new Uint8Array(tinyVideo())]), "teapot.mp4");
    const headers = { authorization: `Bearer ${token}`, terminal: "20" };
    const response = await fetch(`${deployment.url}/app-api/cloudvod/vod/uploadVodFile`, {
      method: "POST",
      headers,
      body: form,
    });
    return { status: response.status, ...((await response.json()) as { code: number; data: unknown }) };
  }
});
