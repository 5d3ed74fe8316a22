import { expect } from "chai";
import { startSandbox, stopSandbox, type TestSandbox } from "./support.js";

interface Delivery {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  receivedAt: number;
  status: number;
}

describe("sandbox: a merchant's notifyUrl", () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => stopSandbox(sandbox));
  beforeEach(() => sandbox.control("DELETE", "/sandbox/state"));

  const deliver = (key: string, body: string): Promise<Response> =>
    fetch(`${sandbox.url}/sandbox/merchant/${key}`, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json", "Webhook-Id": "m-1" },
    });
  const deliveries = async (key: string): Promise<Delivery[]> =>
    (await sandbox.control<Delivery[]>("GET", `/sandbox/merchant/${key}/deliveries`)).body;

  it("keeps each delivery with the bytes that were signed, newest first, by key", async () => {
    const odd = '{ "name" : "两件商品",\n "price":1.0 }';
    expect((await deliver("mall", odd)).status).to.equal(200);
    await deliver("mall", "{}");
    await deliver("wallet", "[]");
    const [second, first] = await deliveries("mall");
    expect(first?.body).to.equal(odd);
    expect(first).to.include({ method: "POST", path: "/sandbox/merchant/mall", status: 200 });
    expect(first?.headers["webhook-id"]).to.equal("m-1");
    expect(first?.receivedAt).to.be.closeTo(Date.now(), 5_000);
    expect(second?.body).to.equal("{}");
    expect(await deliveries("wallet")).to.have.length(1);
    expect(await deliveries("nobody")).to.deep.equal([]);
  });

  it("fails first, then behaves as set, until set otherwise", async () => {
    const behaviour = "/sandbox/merchant/mall/behaviour";
    const told = await sandbox.control("PUT", behaviour, { status: 202, failFirst: 2 });
    expect(told.body).to.deep.equal({ status: 202, delayMs: 0, failFirst: 2 });
    const statuses: number[] = [];
    for (let time = 0; time < 3; time += 1) statuses.push((await deliver("mall", "{}")).status);
    expect(statuses).to.deep.equal([500, 500, 202]);
    expect((await deliveries("mall")).map(({ status }) => status)).to.deep.equal([202, 500, 500]);
    await sandbox.control("PUT", behaviour, {});
    expect((await deliver("mall", "{}")).status).to.equal(200);
  });

  it("is slow, gone, or redirects to itself", async () => {
    const behave = (body: object): Promise<unknown> => sandbox.control("PUT", "/sandbox/merchant/mall/behaviour", body);
    await behave({ delayMs: 40 });
    const started = performance.now();
    await deliver("mall", "{}");
    expect(performance.now() - started).to.be.at.least(35);
    await behave({ status: 410 });
    expect((await deliver("mall", "{}")).status).to.equal(410);
    await behave({ status: 302 });
    const redirect = await fetch(`${sandbox.url}/sandbox/merchant/mall`, { method: "POST", redirect: "manual" });
    expect(redirect.status).to.equal(302);
    expect(redirect.headers.get("location")).to.equal("/sandbox/merchant/mall?redirected=1");
  });

  it("wrong behaviour is 400 and names the field", async () => {
    for (const [body, field] of [
      [{ status: 99 }, "status"],
      [{ delayMs: "5" }, "delayMs"],
      [{ failFirst: -1 }, "failFirst"],
    ] as const) {
      const answer = await sandbox.control("PUT", "/sandbox/merchant/mall/behaviour", body);
      expect(answer.status).to.equal(400);
      expect(answer.body).to.include({ field });
    }
  });
});
