import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { ExpressRefused, PushRefused } from "#shared/providers/express/port.js";
import { kdniao, kuaidi100 } from "#test/support/wholeProviders.js";
import { config } from "#shared/kernel/config/config.js";
import { OutboundFailed, TooManyCalls } from "#shared/kernel/http/outboundErrors.js";
import { freshLogisticsNo } from "#test/factories/shipment.js";
import { control, expressFault, noExpressFaults } from "./support.js";

/** What any tracking provider behind the port does, shown on each against the sandbox. */
const platforms = [
  {
    tracker: kuaidi100,
    signed: "param",
    signature: "sign",
    wrongKey: { KUAIDI100_KEY: "wrong" },
    noKey: { KUAIDI100_SALT: "" },
    noAccount: { KUAIDI100_KEY: "" },
    address: "KUAIDI100_BASE_URL",
    unknownCompany: "中通",
  },
  {
    tracker: kdniao,
    signed: "RequestData",
    signature: "DataSign",
    wrongKey: { KDNIAO_API_KEY: "wrong" },
    noKey: { KDNIAO_API_KEY: "" },
    noAccount: { KDNIAO_BUSINESS_ID: "" },
    address: "KDNIAO_BASE_URL",
    unknownCompany: "中通",
  },
] as const;
const thrown = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: unknown) => error,
  );

for (const { tracker, signed, signature, wrongKey, noKey, noAccount, address, unknownCompany } of platforms) {
  describe(`a tracking provider: ${tracker.provider}`, () => {
    const kept = { ...config };
    let shop: { server: Server; url: string; received: URLSearchParams[] };

    before(async () => {
      shop = await startShop(() => JSON.stringify(tracker.pushAnswer(true)));
    });
    after(() => {
      shop.server.close();
      shop.server.closeAllConnections();
    });
    afterEach(async () => {
      for (const change of [wrongKey, noKey, noAccount, { [address]: "" }])
        for (const name of Object.keys(change)) Object.assign(config, { [name]: kept[name as keyof typeof kept] });
      shop.received.length = 0;
      await noExpressFaults();
    });

    const name = (logisticsNo = freshLogisticsNo(), company = "zhongtong") => ({
      company,
      logisticsNo,
      phone: "13900001111",
    });
    const add = (no: string, track: object) =>
      control<{ by: string[]; deliveries: { status: number; taken: boolean }[] }>("POST", `/express/${no}/tracks`, {
        callbackUrl: shop.url,
        ...track,
      });

    it("is set up when its keys are there", () => {
      expect(tracker.isConfigured()).to.equal(true);
      Object.assign(config, noAccount);
      expect(tracker.isConfigured()).to.equal(false);
    });

    it("knows nothing of a new parcel, and then its way, newest first, to the second", async () => {
      const parcel = name();
      expect(await tracker.query(parcel)).to.deep.equal({ tracks: [], isSigned: false, isReturning: false });
      for (const [content, time] of [
        ["派件中", "2026-11-03T09:00:00+08:00"],
        ["派件中，请保持电话畅通", "2026-11-03T09:00:00+08:00"],
        ["已揽收", "2026-11-01T23:59:59+08:00"],
        ["到达【上海】转运中心", "2026-11-02T00:00:00+08:00"],
      ] as const)
        await add(parcel.logisticsNo, { content, time: Date.parse(time) });
      expect(await tracker.query(parcel)).to.deep.equal({
        isSigned: false,
        isReturning: false,
        tracks: [
          { at: new Date("2026-11-03T09:00:00+08:00"), content: "派件中，请保持电话畅通" },
          { at: new Date("2026-11-03T09:00:00+08:00"), content: "派件中" },
          { at: new Date("2026-11-02T00:00:00+08:00"), content: "到达【上海】转运中心" },
          { at: new Date("2026-11-01T23:59:59+08:00"), content: "已揽收" },
        ],
      });
      await add(parcel.logisticsNo, { content: "已签收", delivered: true });
      expect((await tracker.query(parcel)).isSigned).to.equal(true);
    });

    it("tells parcels of a careful company to who knows the phone", async () => {
      const parcel = name(undefined, "shunfeng");
      await add(parcel.logisticsNo, { content: "已揽收" });
      expect((await tracker.query(parcel)).tracks).to.have.length(1);
      expect(await thrown(tracker.query({ ...parcel, phone: "" }))).to.be.instanceOf(ExpressRefused);
      expect(await thrown(tracker.subscribe({ ...parcel, phone: "" }, shop.url))).to.be.instanceOf(ExpressRefused);
    });

    it("refuses by name: a company that it does not know, a wrong key", async () => {
      const strange = name(undefined, unknownCompany);
      expect(await thrown(tracker.query(strange))).to.be.instanceOf(ExpressRefused);
      expect(await thrown(tracker.subscribe(strange, shop.url))).to.be.instanceOf(ExpressRefused);
      Object.assign(config, wrongKey);
      expect(await thrown(tracker.query(name()))).to.be.instanceOf(ExpressRefused);
      expect(await thrown(tracker.subscribe(name(), shop.url))).to.be.instanceOf(ExpressRefused);
    });

    it("gives no answer when it is broken, and says how long to stay away when it is asked too often", async () => {
      await expressFault({ mode: "error", count: 2 });
      for (const call of [tracker.query(name()), tracker.subscribe(name(), shop.url)]) {
        const error = await thrown(call);
        expect(error).to.be.instanceOf(OutboundFailed).and.not.instanceOf(TooManyCalls);
      }
      for (const [header, restMs] of [
        [{ "retry-after": "7" }, 7_000],
        [{}, 30_000],
      ] as const) {
        const busy = await startShop(() => "", 429, header);
        Object.assign(config, { [address]: busy.url });
        for (const call of [tracker.query(name()), tracker.subscribe(name(), shop.url)]) {
          const error = await thrown(call);
          expect(error).to.be.instanceOf(TooManyCalls);
          expect((error as TooManyCalls).restMs).to.equal(restMs);
        }
        busy.server.close();
        busy.server.closeAllConnections();
      }
    });

    it("pushes what happens to a subscribed parcel, signed; subscribing twice is as once", async () => {
      const parcel = name();
      await tracker.subscribe(parcel, shop.url);
      await tracker.subscribe(parcel, shop.url);
      const { by, deliveries } = await add(parcel.logisticsNo, { content: "已揽收", time: 1_700_000_000_000 });
      expect(by).to.deep.equal([tracker.provider]);
      expect(deliveries).to.have.length(1);
      expect(deliveries[0]).to.include({ status: 200, taken: true });
      const [form] = shop.received;
      expect(tracker.isPushForm(form!)).to.equal(true);
      for (const other of platforms)
        if (other.tracker !== tracker) expect(other.tracker.isPushForm(form!)).to.equal(false);
      expect(tracker.openPush(tracker.verifyPush(form!))).to.deep.equal([
        {
          company: tracker.codeOf("zhongtong"),
          logisticsNo: parcel.logisticsNo,
          isAborted: false,
          isSigned: false,
          isReturning: false,
          tracks: [{ at: new Date(1_700_000_000_000), content: "已揽收" }],
        },
      ]);
      await add(parcel.logisticsNo, { content: "已签收", delivered: true });
      expect(tracker.openPush(tracker.verifyPush(shop.received[1]!))[0]!.isSigned).to.equal(true);
    });

    it("is not believed with a forged signature, an altered message, or without a key of ours", async () => {
      const parcel = name();
      await tracker.subscribe(parcel, shop.url);
      await add(parcel.logisticsNo, { content: "已签收", delivered: true, badSignature: true });
      expect(() => tracker.verifyPush(shop.received[0]!)).to.throw(PushRefused);
      await add(parcel.logisticsNo, { content: "派件中" });
      const good = shop.received[1]!;
      const text = good.get(signed)!;
      expect(tracker.verifyPush(good)).to.equal(text);
      const changed = (change: Record<string, string | null>): URLSearchParams => {
        const form = new URLSearchParams(good);
        for (const [field, value] of Object.entries(change))
          if (value === null) form.delete(field);
          else form.set(field, value);
        return form;
      };
      for (const change of [
        { [signed]: text.replace("派件中", "已签收") },
        { [signed]: `${text} ` },
        { [signed]: null },
        { [signature]: null },
        { [signature]: "" },
        { [signature]: good.get(signature)!.slice(0, -1) },
      ])
        expect(() => tracker.verifyPush(changed(change)), JSON.stringify(change)).to.throw(PushRefused);
      Object.assign(config, noKey);
      expect(() => tracker.verifyPush(good)).to.throw(PushRefused);
    });

    it("takes a refusal as a reason to push again", async () => {
      const deaf = await startShop(() => JSON.stringify(tracker.pushAnswer(false)));
      const parcel = name();
      await tracker.subscribe(parcel, deaf.url);
      const { deliveries } = await add(parcel.logisticsNo, { content: "已揽收", callbackUrl: deaf.url });
      expect(deliveries.map(({ taken }) => taken)).to.deep.equal([false]);
      deaf.server.close();
      deaf.server.closeAllConnections();
    });
  });
}

async function startShop(
  answer: () => string,
  status = 200,
  headers: Record<string, string> = {},
): Promise<{ server: Server; url: string; received: URLSearchParams[] }> {
  const received: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      received.push(new URLSearchParams(body));
      response.writeHead(status, headers).end(answer());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
