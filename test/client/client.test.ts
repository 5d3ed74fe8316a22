import { expect } from "chai";
import { createShopClient, memoryTokens, NO_ANSWER } from "#scripts/client/src/index.js";
import { buildBuyer } from "#test/factories/order.js";
import { buildMember } from "#test/factories/member.js";
import { buildSpu } from "#test/factories/spu.js";
import { startService } from "#test/support/service.js";
import { clientOf, notReady, refused, type Seen } from "./clientOf.js";

const REFRESH = "/app-api/member/auth/refresh-token";
describe("the typed client", () => {
  before(() => startService());

  it("answers the data, without its envelope", async () => {
    const { member, token } = await buildMember();
    const { shop } = await clientOf({ tokens: memoryTokens({ accessToken: token }) });
    const me = await shop.get("/app-api/member/user/get");
    expect(me.id).to.equal(member._id);
    const page = await shop.post("/app-api/member/point/record/page", { pageNo: 1, pageSize: 5 });
    expect(page).to.deep.equal({ list: [], total: 0 });
    const areas = await shop.get("/app-api/system/area/tree");
    expect(areas.length).to.be.greaterThan(30);
  });

  it("throws what the shop refuses, with its number and the id of the call", async () => {
    const { shop } = await clientOf({ language: "zh" });
    const error = await refused(shop.get("/app-api/member/user/get"));
    expect(error).to.include({ code: 401, status: 401, data: null, msg: "请先登录" });
    expect(error.requestId).to.match(/^[\w-]{36}$/);
    const login = { mobile: "13700000000", password: "not-the-one-1" };
    const business = await refused(shop.post("/app-api/member/auth/login", login));
    expect(business.code).to.be.greaterThan(1_000_000);
    expect(business.status).to.equal(200);
  });

  it("or answers it, where the app asks for answers: a code tells which of the two it is", async () => {
    const { member, token } = await buildMember();
    const { shop } = await clientOf({ tokens: memoryTokens({ accessToken: token }) });
    const me = await shop.answers.get("/app-api/member/user/get");
    expect(me).to.include({ code: 0, msg: "" });
    if (me.code === 0) expect(me.data.id).to.equal(member._id);
    const wrong = await shop.answers.post("/app-api/member/auth/login", {
      mobile: "13700000001",
      password: "not-the-one-1",
    });
    expect(wrong.code).to.equal(1004003000);
    expect(wrong.data).to.equal(null);
    const added = await shop.answers.post("/app-api/member/address/delete", {
      id: 999_999_999,
      userId: member._id,
    });
    if (added.code !== 200) expect(added.code).to.be.greaterThan(1_000_000);
    const alone = createShopClient({ baseUrl: "http://127.0.0.1:9", tries: 1 });
    expect(await refused(alone.answers.get("/app-api/member/level/list"))).to.include({ code: NO_ANSWER });
  });

  it("throws an error of its own kind too when something between answers, or nobody", async () => {
    const page = new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "content-type": "text/html" } });
    const behind = await clientOf({}, () => page.clone());
    expect(await refused(behind.shop.get("/app-api/member/level/list"))).to.include({ code: NO_ANSWER, status: 502 });
    const alone = createShopClient({ baseUrl: "http://127.0.0.1:9", tries: 1 });
    expect(await refused(alone.get("/app-api/member/level/list"))).to.include({ code: NO_ANSWER, status: 0 });
  });

  it("fills the braces of a path, sends several values of a query, and a form", async () => {
    const { token } = await buildMember();
    const { shop, seen } = await clientOf({ tokens: memoryTokens({ accessToken: token }) });
    await refused(shop.get("/member/invoiceInfo/fileLink/{id}", undefined, { path: { id: 77 } }));
    expect(seen[0]?.path).to.equal("/member/invoiceInfo/fileLink/77");
    const form = new FormData();
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    form.set("file", new Blob([png], { type: "image/png" }), "dot.png");
    expect(await shop.post("/app-api/infra/file/upload", form)).to.match(/^http.*\.png$/);
  });

  describe("refreshes", () => {
    const withDeadAccess = async () => {
      const { refreshToken, member } = await buildMember();
      return { member, refreshToken, tokens: memoryTokens({ accessToken: "not.a.token", refreshToken }) };
    };
    const refreshes = (seen: Seen[]): number => seen.filter(({ path }) => path === REFRESH).length;

    it("once for twenty calls that meet a 401 together", async () => {
      const { tokens, refreshToken, member } = await withDeadAccess();
      const { shop, seen } = await clientOf({ tokens });
      const users = await Promise.all(Array.from({ length: 20 }, () => shop.get("/app-api/member/user/get")));
      expect(users.every(({ id }) => id === member._id)).to.equal(true);
      expect(refreshes(seen)).to.equal(1);
      const now = await tokens.get();
      expect(now?.refreshToken).to.be.a("string").and.not.equal(refreshToken);
    });

    it("not again for a call whose 401 comes after it", async () => {
      const { tokens } = await withDeadAccess();
      const { shop, seen } = await clientOf({ tokens });
      await Promise.all([shop.get("/app-api/member/user/get"), shop.get("/app-api/member/device/list")]);
      await shop.get("/app-api/member/user/get");
      expect(refreshes(seen)).to.equal(1);
    });

    it("with the same key again when the answer is lost, and gets the same pair", async () => {
      const { tokens } = await withDeadAccess();
      let lost = 0;
      const { shop, seen } = await clientOf({ tokens }, ({ path }) =>
        path === REFRESH && lost++ === 0 ? "lost" : undefined,
      );
      await shop.get("/app-api/member/user/get");
      const keys = seen.filter(({ path }) => path === REFRESH).map(({ key }) => key);
      expect(keys).to.have.length(2);
      expect(keys[0]).to.equal(keys[1]);
    });

    it("and once more with it later, when both answers were lost", async () => {
      const { tokens } = await withDeadAccess();
      let lost = 0;
      const { shop, seen } = await clientOf({ tokens, tries: 1 }, ({ path }) =>
        path === REFRESH && lost++ < 2 ? "lost" : undefined,
      );
      expect(await refused(shop.get("/app-api/member/user/get"))).to.include({ code: NO_ANSWER });
      await shop.get("/app-api/member/user/get");
      const keys = seen.filter(({ path }) => path === REFRESH).map(({ key }) => key);
      expect(keys).to.have.length(3);
      expect(new Set(keys).size).to.equal(1);
    });

    it("and when the sign-in has ended, says so and empties the store", async () => {
      const tokens = memoryTokens({ accessToken: "not.a.token", refreshToken: "f".repeat(64) });
      const { shop } = await clientOf({ tokens });
      const errors = await Promise.all([1, 2, 3].map(() => refused(shop.get("/app-api/member/user/get"))));
      expect(errors.map(({ code }) => code)).to.deep.equal([4010, 4010, 4010]);
      expect(await tokens.get()).to.equal(undefined);
    });

    it("takes what another tab has put into the store", async () => {
      const { tokens } = await withDeadAccess();
      const other = await clientOf({ tokens });
      const held = (await tokens.get())!;
      // The other tab refreshes while this one's call is under way.
      const { shop, seen } = await clientOf({
        tokens: { get: () => (seen.length === 0 ? held : tokens.get()), set: (pair) => tokens.set(pair) },
      });
      await other.shop.get("/app-api/member/user/get");
      await shop.get("/app-api/member/user/get");
      expect(refreshes(seen)).to.equal(0);
    });

    it("for a file as well", async () => {
      const { tokens } = await withDeadAccess();
      const { shop, seen } = await clientOf({ tokens });
      const answer = await shop.fetch("/app-api/member/user/get");
      expect(((await answer.json()) as { code: number }).code).to.equal(0);
      expect(refreshes(seen)).to.equal(1);
    });
  });

  describe("when the shop is not ready", () => {
    it("asks again after Retry-After: what reads, and what carries a key, the same key", async () => {
      const { token, addressId } = await buildBuyer();
      const { skuIds } = await buildSpu();
      const { shop, seen } = await clientOf({ tokens: memoryTokens({ accessToken: token }) }, (_, nth) =>
        nth % 2 === 1 ? notReady(0) : undefined,
      );
      await shop.get("/app-api/member/level/list");
      const placed = await shop.post("/app-api/trade/order/create", {
        items: [{ skuId: skuIds[0]!, count: 1 }],
        deliveryType: 1,
        addressId,
        pointStatus: false,
      });
      expect(placed.id).to.be.greaterThan(0);
      expect(seen).to.have.length(4);
      expect(seen[2]?.key).to.be.a("string").and.equal(seen[3]?.key);
    });

    it("makes no other call twice, and none for ever", async () => {
      const { shop, seen } = await clientOf({}, () => notReady(0));
      expect(await refused(shop.post("/app-api/member/auth/logout"))).to.include({
        code: 503,
        requestId: "r-1",
        retryAfterSeconds: 0,
      });
      expect(seen).to.have.length(1);
      await refused(shop.get("/app-api/member/level/list"));
      expect(seen).to.have.length(1 + 3);
    });

    it("leaves long waits to the app", async () => {
      const { shop, seen } = await clientOf({}, () => notReady(60));
      await refused(shop.get("/app-api/member/level/list"));
      expect(seen).to.have.length(1);
    });

    it("the app's own key is kept: a second tap is the same order", async () => {
      const { token, addressId } = await buildBuyer();
      const { skuIds } = await buildSpu();
      const { shop } = await clientOf({ tokens: memoryTokens({ accessToken: token }) });
      const basket = {
        items: [{ skuId: skuIds[0]!, count: 1 }],
        deliveryType: 1 as const,
        addressId,
        pointStatus: false,
      };
      const key = { idempotencyKey: crypto.randomUUID() };
      const first = await shop.post("/app-api/trade/order/create", basket, key);
      const second = await shop.post("/app-api/trade/order/create", basket, key);
      expect(second.id).to.equal(first.id);
    });
  });

  it("is told by the compiler what a call takes and answers", () => {
    const { get, post, answers } = createShopClient({ baseUrl: "http://127.0.0.1:9" });
    // Never run: each line below an expectation must be an error of the type check.
    const wrong = async (): Promise<void> => {
      // @ts-expect-error there is no such path
      await get("/app-api/member/user/got");
      // @ts-expect-error it is a POST
      await get("/app-api/trade/order/create");
      // @ts-expect-error which order?
      await get("/app-api/trade/order/getOrderDetail");
      // @ts-expect-error an id is a number
      await get("/app-api/trade/order/getOrderDetail", { id: "one" });
      // @ts-expect-error the mobile is missing
      await post("/app-api/member/auth/sms-login", { code: "1234", loginType: 10 });
      // @ts-expect-error no Idempotency-Key is taken here
      await post("/app-api/member/auth/logout", undefined, { idempotencyKey: "k" });
      const me = await get("/app-api/member/user/get");
      // @ts-expect-error a member has no such field
      String(me.passwordHash);
      const answer = await answers.get("/app-api/member/user/get");
      // @ts-expect-error it may be a refusal, which has no data
      String(answer.data.id);
      if (answer.code === 0) String(answer.data.id);
      // @ts-expect-error no refusal of this call has the code
      else if (answer.code === 1011000100) String(answer.msg);
    };
    expect(wrong).to.be.a("function");
  });
});
