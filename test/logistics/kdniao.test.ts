import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { ExpressRefused, PushRefused } from "#shared/providers/express/port.js";
import { kdniao } from "#test/support/wholeProviders.js";
import { config } from "#shared/kernel/config/config.js";
import { OutboundFailed } from "#shared/kernel/http/outboundErrors.js";

const KEY = "518a73d8-1f7f-441a-b644-33e77b49d846";
const sign = (data: string, key = KEY): string =>
  Buffer.from(createHash("md5").update(`${data}${key}`).digest("hex")).toString("base64");
const parcel = { company: "shunfeng", logisticsNo: "SF1", phone: "13900001111" };

/** Messages as the provider's documents show them, both ways. */
describe("the kdniao adapter", () => {
  let server: Server;
  let answer: { status: number; body: string } = { status: 200, body: "" };
  let asked: { path: string; type: string; body: string } | undefined;
  const kept = { ...config };

  before(async () => {
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        asked = { path: request.url ?? "", type: request.headers["content-type"] ?? "", body };
        response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    Object.assign(config, {
      KDNIAO_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      KDNIAO_BUSINESS_ID: "1237100",
      KDNIAO_API_KEY: KEY,
      KDNIAO_REQUEST_TYPE: "8001",
    });
  });
  after(() => {
    const { KDNIAO_BASE_URL, KDNIAO_BUSINESS_ID, KDNIAO_API_KEY, KDNIAO_REQUEST_TYPE } = kept;
    Object.assign(config, { KDNIAO_BASE_URL, KDNIAO_BUSINESS_ID, KDNIAO_API_KEY, KDNIAO_REQUEST_TYPE });
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

  it("sends RequestData with its sign, Base64 of the hex MD5, URL-encoded once by the form", async () => {
    says({ EBusinessID: "1237100", Success: true, State: "2", Traces: [] });
    await kdniao.query(parcel);
    expect(asked!.path).to.equal("/Ebusiness/EbusinessOrderHandle.aspx");
    expect(asked!.type).to.match(/^application\/x-www-form-urlencoded/);
    const form = new URLSearchParams(asked!.body);
    const data = form.get("RequestData")!;
    expect(JSON.parse(data)).to.deep.equal({
      OrderCode: "",
      ShipperCode: "SF",
      LogisticCode: "SF1",
      CustomerName: "1111",
    });
    expect(Object.fromEntries(form)).to.deep.equal({
      RequestData: data,
      EBusinessID: "1237100",
      RequestType: "8001",
      DataSign: sign(data),
      DataType: "2",
    });
    expect(asked!.body).to.include(`DataSign=${encodeURIComponent(sign(data))}`);
  });

  it("takes the request's type from the contract; a phone goes only to the company that asks for it", async () => {
    says({ Success: true, Traces: [] });
    Object.assign(config, { KDNIAO_REQUEST_TYPE: "1002" });
    await kdniao.query({ ...parcel, company: "zhongtong" });
    Object.assign(config, { KDNIAO_REQUEST_TYPE: "8001" });
    const form = new URLSearchParams(asked!.body);
    expect(form.get("RequestType")).to.equal("1002");
    expect(JSON.parse(form.get("RequestData")!)).to.deep.equal({
      OrderCode: "",
      ShipperCode: "ZTO",
      LogisticCode: "SF1",
    });
  });

  it("turns its tracks, oldest first, around and reads them in Shanghai's time", async () => {
    says({
      EBusinessID: "1237100",
      OrderCode: "",
      ShipperCode: "SF",
      LogisticCode: "SF1",
      Success: true,
      State: "2",
      Reason: null,
      Traces: [
        { AcceptStation: "顺丰速运 已收取快件", AcceptTime: "2026-11-21 14:31:41", Remark: null },
        { AcceptStation: "no time", AcceptTime: "" },
        { AcceptStation: " 快件在【深圳】装车 ", AcceptTime: "2026-11-22 08:00:00", Remark: "" },
      ],
    });
    expect(await kdniao.query(parcel)).to.deep.equal({
      isSigned: false,
      isReturning: false,
      tracks: [
        { at: new Date("2026-11-22T08:00:00+08:00"), content: "快件在【深圳】装车" },
        { at: new Date("2026-11-21T14:31:41+08:00"), content: "顺丰速运 已收取快件" },
      ],
    });
  });

  it("knows a sign-off by state 3 alone", async () => {
    for (const state of ["0", "1", "2", "4", "5", "6", null, undefined]) {
      says({ Success: true, State: state, Traces: [] });
      expect((await kdniao.query(parcel)).isSigned, String(state)).to.equal(false);
    }
    for (const state of ["3", 3]) {
      says({ Success: true, State: state, Traces: [] });
      expect((await kdniao.query(parcel)).isSigned).to.equal(true);
    }
  });

  it("knows a parcel on its way back by the kind of its problem", async () => {
    for (const [StateEx, isReturning] of [
      ["404", true],
      ["406", true],
      [407, true],
      ["413", true],
      ["402", false],
      ["412", false],
      [null, false],
      [undefined, false],
    ] as const) {
      says({ Success: true, State: "4", StateEx, Traces: [] });
      expect(await kdniao.query(parcel), String(StateEx)).to.deep.equal({ tracks: [], isSigned: false, isReturning });
    }
  });

  it("takes a no without a reason as nothing known, one with a reason by name, anything else for no answer", async () => {
    for (const body of [
      { Success: false, Reason: null, Traces: [] },
      { Success: true, State: "0", Reason: "暂无轨迹信息", Traces: [] },
    ]) {
      says(body);
      expect(await kdniao.query(parcel)).to.deep.equal({ tracks: [], isSigned: false, isReturning: false });
    }
    says({ Success: false, Reason: "没有可用套餐", ResultCode: 105 });
    const refused = await thrown(kdniao.query(parcel));
    expect(refused).to.be.instanceOf(ExpressRefused);
    expect(refused).to.include({ code: "105", message: "105 没有可用套餐" });
    for (const [body, status] of [
      ["<html>", 200],
      ["", 200],
      [[], 200],
      [{ Traces: [] }, 200],
      [{ Success: true, Traces: [] }, 502],
    ] as const) {
      says(body, status);
      expect(await thrown(kdniao.query(parcel)), JSON.stringify(body)).to.be.instanceOf(OutboundFailed);
    }
  });

  it("subscribes by 1008; a no is by name even without a reason", async () => {
    says({ EBusinessID: "1237100", UpdateTime: "2026-11-21 16:00:00", Success: true, Reason: "" });
    await kdniao.subscribe(parcel, "https://shop.example/callback/express");
    expect(asked!.path).to.equal("/api/dist");
    expect(new URLSearchParams(asked!.body).get("RequestType")).to.equal("1008");
    says({ EBusinessID: "1237100", Success: false, Reason: null });
    expect(await thrown(kdniao.subscribe(parcel, "x"))).to.be.instanceOf(ExpressRefused);
    says("", 500);
    expect(await thrown(kdniao.subscribe(parcel, "x"))).to.be.instanceOf(OutboundFailed);
  });

  const pushed = (change: object = {}) =>
    JSON.stringify({
      PushTime: "2026-11-21 16:00:00",
      EBusinessID: "1237100",
      Data: [
        {
          EBusinessID: "1237100",
          ShipperCode: "YTO",
          LogisticCode: "YT1",
          Success: true,
          Reason: "",
          State: "3",
          CallBack: "0",
          Traces: [
            { AcceptStation: "已揽收", AcceptTime: "2026-11-20 08:00:00", Remark: "" },
            { AcceptStation: "已签收", AcceptTime: "2026-11-21 15:00:00", Remark: "" },
          ],
        },
        { ShipperCode: "ZTO", LogisticCode: "ZT2", Success: false, Reason: "三天无轨迹", State: "0", Traces: [] },
      ],
      Count: "2",
      ...change,
    });
  const form = (data: string, DataSign: string) =>
    new URLSearchParams({ RequestData: data, RequestType: "101", DataSign });

  it("opens a push of several parcels whose signature holds, escaped once more or not, and no other", () => {
    const data = pushed();
    expect(kdniao.openPush(kdniao.verifyPush(form(data, sign(data))))).to.deep.equal([
      {
        company: "YTO",
        logisticsNo: "YT1",
        isAborted: false,
        isSigned: true,
        isReturning: false,
        tracks: [
          { at: new Date("2026-11-21T15:00:00+08:00"), content: "已签收" },
          { at: new Date("2026-11-20T08:00:00+08:00"), content: "已揽收" },
        ],
      },
      { company: "ZTO", logisticsNo: "ZT2", isAborted: true, isSigned: false, isReturning: false, tracks: [] },
    ]);
    expect(kdniao.verifyPush(form(data, encodeURIComponent(sign(data))))).to.equal(data);
    for (const given of [sign(data, ""), sign(`${data} `), sign(data).toLowerCase(), "", "x", "%", "%E0%A4%A"])
      expect(() => kdniao.verifyPush(form(data, given)), given).to.throw(PushRefused);
    for (const other of ["[]", "{}", pushed({ EBusinessID: "7654321" }), pushed({ Data: [{}] })])
      expect(() => kdniao.openPush(other), other).to.throw(PushRefused);
  });

  it("takes no push without a key, which everyone could sign, and answers in the provider's words", () => {
    Object.assign(config, { KDNIAO_API_KEY: "" });
    expect(() => kdniao.verifyPush(form("{}", sign("{}", "")))).to.throw(PushRefused);
    Object.assign(config, { KDNIAO_API_KEY: KEY });
    expect(kdniao.pushAnswer(true)).to.include({ EBusinessID: "1237100", Success: true, Reason: "" });
    expect(kdniao.pushAnswer(true))
      .to.have.property("UpdateTime")
      .that.matches(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(kdniao.pushAnswer(false)).to.include({ Success: false });
  });
});
