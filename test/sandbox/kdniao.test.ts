import { createHash } from "node:crypto";
import { expect } from "chai";
import { startSandbox, startShop, stopSandbox, type Shop, type TestSandbox } from "./support.js";

interface Result extends Record<string, unknown> {
  Traces?: { AcceptTime: string; AcceptStation: string }[];
}

const QUERY = "/Ebusiness/EbusinessOrderHandle.aspx";
const SUBSCRIBE = "/api/dist";
let parcels = 0;
const newParcel = (): string => `KD${String(++parcels).padStart(10, "0")}`;
const taken = (Success: unknown) => JSON.stringify({ EBusinessID: "1", UpdateTime: "2026-11-21 12:00:00", Success });

describe("sandbox: the second parcel tracking provider", () => {
  let sandbox: TestSandbox;
  let shop: Shop;
  beforeEach(async () => {
    shop = await startShop(() => taken(true));
    sandbox = await startSandbox({ shopUrl: "http://127.0.0.1:1", resendAfterMs: [5, 5] });
  });
  afterEach(async () => {
    await stopSandbox(sandbox);
    await shop.close();
  });

  /** Put together as the provider's documents say, apart from the adapter's code. */
  const sign = (data: string): string =>
    Buffer.from(
      createHash("md5")
        .update(data + sandbox.keys.kdniao.apiKey)
        .digest("hex"),
    ).toString("base64");

  async function ask(path: string, no: string, change: { data?: object; form?: Record<string, string> } = {}) {
    const data = JSON.stringify({ OrderCode: "", ShipperCode: "ZTO", LogisticCode: no, ...change.data });
    const response = await fetch(`${sandbox.env["KDNIAO_BASE_URL"]}${path}`, {
      method: "POST",
      body: new URLSearchParams({
        RequestData: data,
        EBusinessID: sandbox.keys.kdniao.businessId,
        RequestType: path === QUERY ? "1002" : "1008",
        DataSign: sign(data),
        DataType: "2",
        ...change.form,
      }),
    });
    expect(response.status).to.equal(200);
    return (await response.json()) as Result;
  }
  const add = async (no: string, body: object) =>
    (
      await sandbox.control<{ by: string[]; deliveries: object[]; subscribed: boolean }>(
        "POST",
        `/sandbox/express/${no}/tracks`,
        { callbackUrl: shop.url, ...body },
      )
    ).body;

  it("answers tracks oldest first in Asia/Shanghai, with the state; nothing known is a yes without tracks", async () => {
    const no = newParcel();
    expect(await ask(QUERY, no)).to.deep.include({ Success: true, State: "0", Traces: [], LogisticCode: no });
    await add(no, { content: "派件中", time: Date.parse("2026-11-02T09:00:00+08:00") });
    await add(no, { content: "揽收", time: Date.parse("2026-11-01T00:00:01+08:00") });
    const found = await ask(QUERY, no, { form: { RequestType: "8001" } });
    expect(found).to.include({ Success: true, State: "2", ShipperCode: "ZTO" });
    expect(found.Traces).to.deep.equal([
      { AcceptTime: "2026-11-01 00:00:01", AcceptStation: "揽收", Remark: "" },
      { AcceptTime: "2026-11-02 09:00:00", AcceptStation: "派件中", Remark: "" },
    ]);
    await add(no, { content: "收件人拒收", back: "refused" });
    expect(await ask(QUERY, no)).to.include({ State: "4", StateEx: "404" });
    await add(no, { content: "再次派件" });
    expect(await ask(QUERY, no)).to.include({ State: "2" });
    await add(no, { content: "已签收", delivered: true });
    expect(await ask(QUERY, no)).to.include({ State: "3" });
  });

  it("refuses what is not signed by us, is incomplete, or has a type or company that it does not know", async () => {
    const no = newParcel();
    const tried: [string, { data?: object; form?: Record<string, string> }, string][] = [
      [QUERY, { form: { DataSign: "x" } }, "102"],
      [QUERY, { form: { DataSign: "" } }, "101"],
      [QUERY, { form: { EBusinessID: "7" } }, "104"],
      [QUERY, { form: { RequestType: "1008" } }, "105"],
      [SUBSCRIBE, { form: { RequestType: "1002" } }, "105"],
      [QUERY, { data: { ShipperCode: "zhongtong" } }, "103"],
      [SUBSCRIBE, { data: { LogisticCode: "" } }, "103"],
      [QUERY, { data: { ShipperCode: "SF" } }, "105"],
      [QUERY, { data: { ShipperCode: "SF", CustomerName: "13900001111" } }, "105"],
    ];
    for (const [path, change, ResultCode] of tried)
      expect(await ask(path, no, change), JSON.stringify(change)).to.include({ Success: false, ResultCode });
    expect(await ask(QUERY, no, { data: { ShipperCode: "SF", CustomerName: "1111" } })).to.include({ Success: true });
  });

  it("pushes to the address of its console, signed; forged on demand; the last time when it is signed for", async () => {
    const no = newParcel();
    expect(await ask(SUBSCRIBE, no)).to.include({ Success: true });
    const first = await add(no, { content: "揽收" });
    expect(first).to.deep.include({ by: ["kdniao"], subscribed: true });
    expect(first.deliveries[0]).to.include({ status: 200, taken: true });
    await add(no, { content: "已签收", delivered: true, badSignature: true });
    const last = await add(no, { content: "已签收", delivered: true });
    expect(last).to.deep.include({ by: [], subscribed: false });
    const forms = shop.received.map(({ body }) => new URLSearchParams(body));
    expect(forms.map((form) => form.get("DataSign") === sign(form.get("RequestData")!))).to.deep.equal([
      true,
      false,
      true,
    ]);
    const data = JSON.parse(forms[0]!.get("RequestData")!) as { EBusinessID: string; Count: string; Data: Result[] };
    expect(forms[0]!.get("RequestType")).to.equal("101");
    expect(data).to.include({ EBusinessID: sandbox.keys.kdniao.businessId, Count: "1" });
    expect(data.Data[0]).to.include({ ShipperCode: "ZTO", LogisticCode: no, State: "2", Success: true });
    expect((await add(no, { content: "回访" })).deliveries).to.deep.equal([]);
    const other = newParcel();
    await ask(SUBSCRIBE, other);
    const nobody = await add(other, { content: "揽收", callbackUrl: undefined });
    expect(nobody.deliveries[0]).to.include({ status: 0, taken: false });
  });

  it("pushes again until it reads that its push was taken", async () => {
    await shop.close();
    const answers = ["ok", taken(false), taken("true"), taken(true)];
    shop = await startShop((place) => answers[place] ?? taken(true));
    const no = newParcel();
    await ask(SUBSCRIBE, no);
    expect((await add(no, { content: "揽收" })).deliveries[0]).to.include({ status: 200, taken: false });
    expect(new Set((await shop.got(3)).map(({ body }) => body)).size).to.equal(1);
  });

  it("looks at the same parcels as the first one, and each pushes to who subscribed with it", async () => {
    const no = newParcel();
    const { key, salt } = sandbox.keys.express;
    const parameters = { callbackurl: shop.url, salt, resultv2: "1" };
    const param = JSON.stringify({ company: "zhongtong", number: no, key, parameters });
    const body = new URLSearchParams({ schema: "json", param });
    await fetch(`${sandbox.env["KUAIDI100_BASE_URL"]}/poll`, { method: "POST", body });
    await ask(SUBSCRIBE, no);
    const added = await add(no, { content: "揽收" });
    expect(added.by).to.deep.equal(["kuaidi100", "kdniao"]);
    expect(added.deliveries).to.have.length(2);
    expect(shop.received.map(({ body: form }) => [...new URLSearchParams(form).keys()][0]).toSorted()).to.deep.equal([
      "RequestData",
      "sign",
    ]);
  });

  it("meets the faults of the platform express", async () => {
    await sandbox.control("PUT", "/sandbox/faults", { platform: "express", mode: "badSignature", path: "/Ebusiness" });
    expect(await ask(QUERY, newParcel())).to.include({ Success: false, ResultCode: "102" });
    await sandbox.control("PUT", "/sandbox/faults", { platform: "express", mode: "error" });
    const broken = await fetch(`${sandbox.env["KDNIAO_BASE_URL"]}${QUERY}`, { method: "POST" });
    expect(broken.status).to.equal(500);
  });
});
