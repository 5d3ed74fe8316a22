import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { ExpressRefused, PushRefused } from "#shared/providers/express/port.js";
import { kuaidi100 } from "#test/support/wholeProviders.js";
import { config } from "#shared/kernel/config/config.js";
import { OutboundFailed, TooManyCalls } from "#shared/kernel/http/outboundErrors.js";

const md5 = (text: string): string => createHash("md5").update(text).digest("hex").toUpperCase();
const parcel = { company: "shunfeng", logisticsNo: "SF1", phone: "13900001111" };

/** Messages as the provider's documents show them, both ways. */
describe("the kuaidi100 adapter", () => {
  let server: Server;
  let answer: { status: number; body: string } = { status: 200, body: "" };
  let asked: { path: string; type: string; form: URLSearchParams } | undefined;
  const kept = { ...config };

  before(async () => {
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        const type = request.headers["content-type"] ?? "";
        asked = { path: request.url ?? "", type, form: new URLSearchParams(body) };
        response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    Object.assign(config, {
      KUAIDI100_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      KUAIDI100_CUSTOMER: "CUSTOMER",
      KUAIDI100_KEY: "key",
      KUAIDI100_SALT: "salt",
    });
  });
  after(() => {
    const { KUAIDI100_BASE_URL, KUAIDI100_CUSTOMER, KUAIDI100_KEY, KUAIDI100_SALT } = kept;
    Object.assign(config, { KUAIDI100_BASE_URL, KUAIDI100_CUSTOMER, KUAIDI100_KEY, KUAIDI100_SALT });
    server.close();
    server.closeAllConnections();
  });
  const says = (body: unknown, status = 200): void => {
    answer = { status, body: typeof body === "string" ? body : JSON.stringify(body) };
  };
  const thrown = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => "done",
      (error: unknown) => error,
    );

  it("signs a query over param, key and customer, and reads its tracks in Shanghai's time", async () => {
    says({
      message: "ok",
      state: "0",
      status: "200",
      condition: "F00",
      ischeck: "0",
      com: "shunfeng",
      nu: "SF1",
      data: [
        { context: "上海分拨中心", time: "2026-11-28 16:04:54", ftime: "2026-11-28 16:04:54" },
        { context: " 上海嘉定区/下车 ", time: "2026-11-28 15:58:45" },
        { context: "no time" },
      ],
    });
    expect(await kuaidi100.query(parcel)).to.deep.equal({
      isSigned: false,
      isReturning: false,
      tracks: [
        { at: new Date("2026-11-28T16:04:54+08:00"), content: "上海分拨中心" },
        { at: new Date("2026-11-28T15:58:45+08:00"), content: "上海嘉定区/下车" },
      ],
    });
    expect(asked!.path).to.equal("/poll/query.do");
    expect(asked!.type).to.match(/^application\/x-www-form-urlencoded/);
    const param = asked!.form.get("param")!;
    expect(JSON.parse(param)).to.include({ com: "shunfeng", num: "SF1", phone: "13900001111" });
    expect(asked!.form.get("customer")).to.equal("CUSTOMER");
    expect(asked!.form.get("sign")).to.equal(md5(`${param}keyCUSTOMER`));
  });

  it("knows a sign-off by its state; a parcel that its sender got back is none", async () => {
    for (const state of ["3", "301", "304", 3]) {
      says({ message: "ok", state, status: "200", ischeck: "1", data: [] });
      expect(await kuaidi100.query(parcel), String(state)).to.deep.equal({
        isSigned: true,
        isReturning: false,
        tracks: [],
      });
    }
    for (const state of ["0", "4", "14", "401", "6"]) {
      says({ message: "ok", state, status: "200", ischeck: "1", data: [] });
      const found = await kuaidi100.query(parcel);
      expect([found.isSigned, found.isReturning], state).to.deep.equal([false, state !== "0"]);
    }
  });

  it("takes a busy moment and a fault of theirs for passing, which refuse nothing", async () => {
    says({ result: false, returnCode: "502", message: "服务器繁忙" });
    expect(await thrown(kuaidi100.query(parcel))).to.be.instanceOf(TooManyCalls);
    says({ result: false, returnCode: "501", message: "服务器错误" });
    expect(await thrown(kuaidi100.query(parcel))).to.be.instanceOf(OutboundFailed);
    says({ result: false, returnCode: "500", message: "服务器错误" });
    expect(await thrown(kuaidi100.subscribe(parcel, "https://shop.example/callback/express"))).to.be.instanceOf(
      OutboundFailed,
    );
  });

  it("takes 'nothing known yet' as no tracks, and other refusals by name", async () => {
    says({ result: false, returnCode: "500", message: "查询无结果，请隔段时间再查" });
    expect(await kuaidi100.query(parcel)).to.deep.equal({ tracks: [], isSigned: false, isReturning: false });
    says({ result: false, returnCode: "503", message: "验证签名失败" });
    const refused = await thrown(kuaidi100.query(parcel));
    expect(refused).to.be.instanceOf(ExpressRefused);
    expect((refused as ExpressRefused).code).to.equal("503");
    for (const [body, status] of [
      ["<html>", 200],
      ["", 200],
      [[], 200],
      [{ message: "ok" }, 200],
      [{ message: "ok", data: [] }, 502],
    ] as const) {
      says(body, status);
      expect(await thrown(kuaidi100.query(parcel)), JSON.stringify(body)).to.be.instanceOf(OutboundFailed);
    }
  });

  it("subscribes with where and with which salt to push; subscribed before is as good", async () => {
    says({ result: true, returnCode: "200", message: "提交成功" });
    await kuaidi100.subscribe(parcel, "https://shop.example/callback/express");
    expect(asked!.path).to.equal("/poll");
    expect(asked!.form.get("schema")).to.equal("json");
    expect(JSON.parse(asked!.form.get("param")!)).to.deep.equal({
      company: "shunfeng",
      number: "SF1",
      key: "key",
      parameters: {
        callbackurl: "https://shop.example/callback/express",
        salt: "salt",
        resultv2: "1",
        phone: "13900001111",
      },
    });
    says({ result: false, returnCode: "501", message: "重复订阅" });
    await kuaidi100.subscribe(parcel, "https://shop.example/callback/express");
    says({ result: false, returnCode: "600", message: "您不是合法的订阅者" });
    expect(await thrown(kuaidi100.subscribe(parcel, "x"))).to.be.instanceOf(ExpressRefused);
    says("", 500);
    expect(await thrown(kuaidi100.subscribe(parcel, "x"))).to.be.instanceOf(OutboundFailed);
  });

  it("opens a push whose signature holds, and no other", () => {
    const param = JSON.stringify({
      status: "shutdown",
      billstatus: "check",
      message: "到达",
      lastResult: {
        state: "3",
        ischeck: "1",
        com: "shunfeng",
        nu: "SF1",
        data: [{ context: "已签收", time: "2026-08-28 16:33:19", ftime: "2026-08-28 16:33:19" }],
      },
    });
    const raw = (sign: string) => new URLSearchParams({ sign, param });
    const signed = kuaidi100.verifyPush(raw(md5(`${param}salt`)));
    expect(kuaidi100.openPush(signed)).to.deep.equal([
      {
        company: "shunfeng",
        logisticsNo: "SF1",
        isAborted: false,
        isSigned: true,
        isReturning: false,
        tracks: [{ at: new Date("2026-08-28T16:33:19+08:00"), content: "已签收" }],
      },
    ]);
    for (const sign of [md5(param), md5(`${param}salt`).toLowerCase(), "", "x"])
      expect(() => kuaidi100.verifyPush(raw(sign))).to.throw(PushRefused);
    expect(() => kuaidi100.openPush("[]")).to.throw(PushRefused);
  });

  it("takes no push without a salt, which everyone could sign", () => {
    Object.assign(config, { KUAIDI100_SALT: "" });
    const raw = new URLSearchParams({ sign: md5("{}"), param: "{}" });
    expect(() => kuaidi100.verifyPush(raw)).to.throw(PushRefused);
    Object.assign(config, { KUAIDI100_SALT: "salt" });
  });
});
