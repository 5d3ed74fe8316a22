import { createHash } from "node:crypto";
import { expect } from "chai";
import { startSandbox, startShop, stopSandbox, type Received, type Shop, type TestSandbox } from "./support.js";

interface Result {
  result?: boolean;
  returnCode?: string;
  message?: string;
  state?: string;
  ischeck?: string;
  data?: { context: string; time: string; ftime: string }[];
}

const md5 = (text: string): string => createHash("md5").update(text).digest("hex").toUpperCase();
const TAKEN = JSON.stringify({ result: true, returnCode: "200", message: "成功" });

describe("sandbox: the parcel tracking provider", () => {
  let sandbox: TestSandbox;
  let shop: Shop;
  before(async () => {
    sandbox = await startSandbox({ resendAfterMs: [1, 1] });
  });
  after(() => stopSandbox(sandbox));
  beforeEach(async () => {
    shop = await startShop(() => TAKEN);
  });
  afterEach(() => shop.close());

  let parcels = 0;
  const newParcel = (): string => `SF${String(++parcels).padStart(10, "0")}`;

  async function post(path: string, fields: Record<string, string>): Promise<Result> {
    const response = await fetch(`${sandbox.env["KUAIDI100_BASE_URL"]}${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
    });
    return (await response.json()) as Result;
  }

  function query(no: string, change: { param?: object; sign?: string; customer?: string } = {}): Promise<Result> {
    const { customer, key } = sandbox.keys.express;
    const param = JSON.stringify({ com: "zhongtong", num: no, phone: "13800138000", ...change.param });
    return post("/poll/query.do", {
      customer: change.customer ?? customer,
      sign: change.sign ?? md5(param + key + customer),
      param,
    });
  }

  function subscribe(no: string, change: object = {}, parameters: object = {}): Promise<Result> {
    const { key, salt } = sandbox.keys.express;
    const param = {
      company: "zhongtong",
      number: no,
      key,
      parameters: { callbackurl: shop.url, salt, resultv2: "1", ...parameters },
      ...change,
    };
    return post("/poll", { schema: "json", param: JSON.stringify(param) });
  }

  const add = async (no: string, body: object): Promise<Record<string, unknown> & { deliveries: object[] }> => {
    const path = `/sandbox/express/${no}/tracks`;
    const answer = await sandbox.control<Record<string, unknown> & { deliveries: object[] }>("POST", path, body);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body;
  };

  function pushOf(received: Received | undefined): {
    param: Record<string, unknown> & { lastResult: Result };
    sign: string;
  } {
    const form = new URLSearchParams(received?.body);
    const text = form.get("param") ?? "{}";
    expect(received?.headers["content-type"]).to.match(/^application\/x-www-form-urlencoded/);
    const sign = form.get("sign") === md5(text + sandbox.keys.express.salt) ? "good" : "bad";
    return { param: JSON.parse(text) as Record<string, unknown> & { lastResult: Result }, sign };
  }

  it("answers tracks newest first in Asia/Shanghai, and nothing for what it does not know", async () => {
    const no = newParcel();
    expect(await query(no)).to.deep.equal({
      result: false,
      returnCode: "500",
      message: "查询无结果，请隔段时间再查",
    });
    const at = Date.parse("2026-11-21T10:00:00+08:00");
    await add(no, { content: "到达", time: at + 60_000 });
    await add(no, { content: "揽收", time: at });
    const answer = await query(no);
    expect(answer).to.include({ message: "ok", state: "0", status: "200", condition: "00", ischeck: "0", nu: no });
    expect(answer.data?.map(({ context, time, ftime }) => [context, time, ftime])).to.deep.equal([
      ["到达", "2026-11-21 10:01:00", "2026-11-21 10:01:00"],
      ["揽收", "2026-11-21 10:00:00", "2026-11-21 10:00:00"],
    ]);
    for (const [back, state] of [
      ["refused", "14"],
      ["returning", "6"],
      ["returned", "4"],
    ]) {
      await add(no, { content: "退回", time: at + 90_000, back });
      expect(await query(no), back).to.include({ state, ischeck: "0" });
    }
    await add(no, { content: "已签收", time: at + 120_000, delivered: true });
    expect(await query(no)).to.include({ state: "3", ischeck: "1" });
  });

  it("a query that is not our account's is refused", async () => {
    const no = newParcel();
    await add(no, { content: "揽收" });
    const tried: [object, string][] = [
      [{ sign: md5("x") }, "503"],
      [{ sign: md5("x").toLowerCase() }, "503"],
      [{ customer: "NOBODY" }, "601"],
      [{ sign: "" }, "400"],
      [{ param: { num: "" } }, "400"],
      [{ param: { com: "Zhongtong" } }, "400"],
      [{ param: { com: "shunfeng", phone: undefined } }, "408"],
    ];
    for (const [change, returnCode] of tried) {
      expect(await query(no, change), JSON.stringify(change)).to.include({ result: false, returnCode });
    }
    expect(await query(no, { param: { com: "shunfeng" } })).to.include({ message: "ok" });
  });

  it("a subscription is taken once, and refused by its own codes", async () => {
    const no = newParcel();
    expect(await subscribe(no)).to.deep.equal({ result: true, returnCode: "200", message: "提交成功" });
    expect(await subscribe(no)).to.include({ result: false, returnCode: "501" });
    const tried: [object, object, string][] = [
      [{ key: "x" }, {}, "600"],
      [{ company: "Nobody" }, {}, "701"],
      [{ company: "" }, {}, "702"],
      [{ number: "" }, {}, "700"],
      [{ number: "1".repeat(33) }, {}, "700"],
      [{}, { callbackurl: "shop" }, "700"],
      [{ company: "shunfeng" }, {}, "408"],
    ];
    for (const [change, parameters, returnCode] of tried) {
      const refusal = await subscribe(newParcel(), change, parameters);
      expect(refusal, returnCode).to.include({ result: false, returnCode });
    }
    expect(await post("/poll", { schema: "xml", param: "{}" })).to.include({ returnCode: "700" });
  });

  it("each track is pushed with the whole list, signed with the subscriber's salt; the last one shuts down", async () => {
    const no = newParcel();
    await subscribe(no);
    const first = await add(no, { content: "揽收" });
    expect(first.deliveries).to.have.length(1);
    expect(first.deliveries[0]).to.include({ status: 200, taken: true });
    const last = await add(no, { content: "已签收", delivered: true });
    expect(last).to.include({ state: "delivered", subscribed: false });
    const [one, two] = shop.received.map((received) => pushOf(received));
    expect(one?.sign).to.equal("good");
    expect(one?.param).to.include({ status: "polling" });
    expect(one?.param.lastResult).to.include({ state: "0", ischeck: "0", com: "zhongtong", nu: no });
    expect(two?.param).to.include({ status: "shutdown" });
    expect(two?.param.lastResult).to.include({ state: "3", ischeck: "1" });
    expect(two?.param.lastResult.data?.map(({ context }) => context)).to.deep.equal(["已签收", "揽收"]);
    expect((await add(no, { content: "回访" })).deliveries).to.deep.equal([]);
  });

  it("what was known before the subscription is pushed with it", async () => {
    const no = newParcel();
    await add(no, { content: "揽收" });
    expect(shop.received).to.have.length(0);
    await subscribe(no);
    expect(pushOf((await shop.got(1))[0]).param.lastResult.data).to.have.length(1);
  });

  it("a push counts as taken only by the provider's own words, and is sent again otherwise", async () => {
    await shop.close();
    const answers = ["ok", JSON.stringify({ result: true, returnCode: 500 }), TAKEN];
    shop = await startShop((place) => answers[place] ?? TAKEN);
    const no = newParcel();
    await subscribe(no);
    expect((await add(no, { content: "揽收" })).deliveries[0]).to.include({ status: 200, taken: false });
    expect(new Set((await shop.got(3)).map(({ body }) => body)).size).to.equal(1);
  });

  it("copies at once, a forged copy, and a track that only a query shows", async () => {
    const no = newParcel();
    await subscribe(no);
    expect((await add(no, { content: "揽收", times: 5 })).deliveries).to.have.length(5);
    await add(no, { content: "已签收", delivered: true, badSignature: true });
    expect(pushOf(shop.received[5]).sign).to.equal("bad");
    expect((await add(no, { content: "入库", push: false })).deliveries).to.deep.equal([]);
    expect((await query(no)).data).to.have.length(3);
  });

  it("wrong input of the control is 400 and names the field; the list shows what it holds", async () => {
    const no = newParcel();
    for (const [body, field] of [
      [{}, "content"],
      [{ content: "" }, "content"],
      [{ content: "x", time: "now" }, "time"],
      [{ content: "x", delivered: 1 }, "delivered"],
      [{ content: "x", times: 0 }, "times"],
    ] as const) {
      const answer = await sandbox.control("POST", `/sandbox/express/${no}/tracks`, body);
      expect(answer.status, field).to.equal(400);
      expect(answer.body).to.include({ field });
    }
    expect((await sandbox.control("GET", `/sandbox/express/${no}`)).status).to.equal(404);
    await add(no, { content: "揽收", time: 1_000 });
    const { body } = await sandbox.control<Record<string, unknown>[]>("GET", "/sandbox/express");
    expect(body[0]).to.deep.include({ no, delivered: false, subscribed: false });
    expect(body[0]?.["tracks"]).to.deep.equal([{ content: "揽收", time: 1_000 }]);
  });

  it("faults: a broken provider, and a signature that it says is wrong", async () => {
    const no = newParcel();
    await add(no, { content: "揽收" });
    await sandbox.control("PUT", "/sandbox/faults", { platform: "express", mode: "error" });
    expect(await query(no)).to.include({ result: false, returnCode: "501" });
    await sandbox.control("PUT", "/sandbox/faults", { platform: "express", mode: "badSignature" });
    expect(await query(no)).to.include({ returnCode: "503" });
    expect(await query(no)).to.include({ message: "ok" });
    const { body } = await sandbox.control<{ path: string }[]>("GET", "/sandbox/calls?platform=express");
    expect(body[0]?.path).to.equal("/poll/query.do");
  });
});
