import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { payFromWallet, walletOf } from "#shared/domains/wallet/index.js";
import { WalletTransactionModel } from "#shared/domains/wallet/walletTransaction.model.js";
import { clock, heldClock, hours } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildWallet, ledgerSum } from "#test/factories/wallet.js";
import { buildSmsCode } from "#test/factories/smsCode.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const BALANCE = "/admin-api/pay/wallet/update-balance";

describe("operators of wallets", () => {
  before(() => startService());
  afterEach(() => heldClock.release());

  it("need the permission of each endpoint", async () => {
    const nobody = await buildOperator(["trade:order:query"]);
    const reader = await buildOperator(["pay:wallet:query"]);
    const { member, client } = await buildMember();
    const paths = [
      "/admin-api/pay/wallet/page",
      `/admin-api/pay/wallet/get?userId=${member._id}`,
      `/admin-api/pay/wallet-transaction/page?userId=${member._id}`,
    ];
    for (const path of paths) {
      expect((await stranger.get(path)).status, path).to.equal(401);
      expect((await client.get(path)).status, path).to.equal(401);
      expect((await nobody.client.get(path)).status, path).to.equal(403);
      expect((await reader.client.get(path)).code, path).to.equal(0);
    }
    expect((await stranger.put(BALANCE, {})).status).to.equal(401);
    expect((await client.put(BALANCE, {})).status).to.equal(401);
    expect((await reader.client.put(BALANCE, {})).status).to.equal(403);
  });

  it("see wallets and the ledger of one", async () => {
    const { member, wallet } = await buildWallet(700);
    const { client } = await buildOperator(["pay:wallet:query"]);
    const page = await client.get(`/admin-api/pay/wallet/page?userId=${member._id}`);
    expect(page.data.total).to.equal(1);
    expect(page.data.list[0]).to.deep.equal({
      id: wallet._id,
      userId: member._id,
      user: { id: member._id, nickname: member.nickname, avatar: member.avatar, mobile: member.mobile },
      balance: 700,
      totalExpense: 0,
      totalRecharge: 0,
      freezePrice: 0,
      createTime: wallet.createdAt.getTime(),
      closeTime: null,
    });
    expect((await client.get("/admin-api/pay/wallet/page")).data.total).to.be.at.least(1);
    const one = await client.get(`/admin-api/pay/wallet/get?userId=${member._id}`);
    expect(one.data).to.deep.equal(page.data.list[0]);
    const path = `/admin-api/pay/wallet-transaction/page?userId=${member._id}`;
    const rows = await client.get(path);
    expect(rows.data.total).to.equal(1);
    expect(rows.data.list[0]).to.include({ bizType: 5, price: 700, balance: 700, userId: member._id });
    const at = rows.data.list[0].createTime;
    expect((await client.get(`${path}&createTime=${at}&createTime=${at}`)).data.total).to.equal(1);
    expect((await client.get(`${path}&createTime=${at + 1}&createTime=${at + 2}`)).data.total).to.equal(0);
    expect((await client.get(`${path}&type=2`)).data.total).to.equal(0);
  });

  it("find a wallet by its member's mobile, and nothing by a mobile that nobody has", async () => {
    const { member, wallet } = await buildWallet(5);
    const { client } = await buildOperator(["pay:wallet:query"]);
    const page = (query: string) => client.get(`/admin-api/pay/wallet/page?${query}`);
    const found = await page(`mobile=${member.mobile}`);
    expect([found.data.total, found.data.list[0].id], found.msg).to.deep.equal([1, wallet._id]);
    expect((await page(`mobile=${member.mobile}&userId=${member._id}`)).data.total).to.equal(1);
    expect((await page(`mobile=${member.mobile}&userId=${member._id + 1}`)).data.total).to.equal(0);
    expect((await page("mobile=19900000000")).data).to.deep.equal({ list: [], total: 0 });
    for (const query of ["mobile=12", "mobile[$gt]=1&mobile=x", "userId=x"])
      expect((await page(query)).status, query).to.equal(400);
  });

  it("find ledger rows by wallet, member, cause and time, each alone and together", async () => {
    heldClock.hold();
    const at = clock.ms();
    const { member, wallet } = await buildWallet(700);
    const payOrderId = await nextId("payOrders");
    heldClock.advance(hours(1));
    await payFromWallet({ memberId: member._id, amountFen: 200, payOrderId });
    const { client } = await buildOperator(["pay:wallet:query"]);
    const prices = async (query: string): Promise<number[]> => {
      const { data, msg, status } = await client.get(`/admin-api/pay/wallet-transaction/page?${query}`);
      expect(status, msg).to.equal(200);
      return data.list.map(({ price }: { price: number }) => price);
    };
    expect(await prices(`walletId=${wallet._id}`)).to.deep.equal([-200, 700]);
    expect(await prices(`userId=${member._id}&bizType=5`)).to.deep.equal([700]);
    expect(await prices(`bizType=3&bizId=${payOrderId}`)).to.deep.equal([-200]);
    expect(await prices(`walletId=${wallet._id}&createTime=${at}&createTime=${at + 60_000}`)).to.deep.equal([700]);
    expect(await prices(`walletId=${wallet._id}&createTime=${at + 60_000}`)).to.deep.equal([-200]);
    expect(await prices(`walletId=${wallet._id}&userId=${member._id + 1}`)).to.deep.equal([]);
    expect((await prices("")).length).to.be.at.least(2);
    for (const query of ["walletId=x", "bizType=9", "bizType=7", "type=3", "createTime=2&createTime=1", "userId=0"]) {
      const reply = await client.get(`/admin-api/pay/wallet-transaction/page?${query}`);
      expect([reply.status, reply.msg.split(":")[0]?.split(".")[0]], query).to.deep.equal([400, query.split("=")[0]]);
    }
  });

  it("see why a balance was changed; its member sees the change alone", async () => {
    const { member, client: own } = await buildMember();
    const { client } = await buildOperator();
    const reason = "Goodwill for order 7, agreed by phone";
    expect((await client.put(BALANCE, { userId: member._id, balance: 90, reason })).code).to.equal(0);
    const rows = await client.get(`/admin-api/pay/wallet-transaction/page?userId=${member._id}`);
    expect(rows.data.list[0]).to.include({ price: 90, reason, title: "Balance update" });
    const seen = await own.post("/app-api/pay/wallet-transaction/page", {});
    expect(seen.text).to.not.contain("Goodwill");
    expect(seen.data.list[0]).to.include({ title: "Balance update", price: 90 });
    for (const one of ["", " ", "x".repeat(201)])
      expect((await client.put(BALANCE, { userId: member._id, balance: 1, reason: one })).msg).to.match(/^reason/);
  });

  it("see the wallet of a member who has left, empty and closed, and cannot put anything into it", async () => {
    heldClock.hold();
    const { member, wallet, client: own } = await buildWallet(640);
    const code = await buildSmsCode(member.mobile!);
    expect((await own.post("/app-api/member/user/logoff", { code })).data).to.equal(true);
    const { client } = await buildOperator();
    const one = await client.get(`/admin-api/pay/wallet/get?userId=${member._id}`);
    expect(one.data, one.msg).to.include({ id: wallet._id, balance: 0, freezePrice: 0, closeTime: clock.ms() });
    const page = await client.get(`/admin-api/pay/wallet/page?userId=${member._id}`);
    expect(page.data.list[0]).to.deep.equal(one.data);
    const rows = await client.get(`/admin-api/pay/wallet-transaction/page?walletId=${wallet._id}`);
    expect(
      rows.data.list.map(({ price, balance }: { price: number; balance: number }) => [price, balance]),
    ).to.deep.equal([
      [-640, 0],
      [640, 640],
    ]);
    const put = await client.put(BALANCE, { userId: member._id, balance: 1, reason: "too late" });
    expect([put.code, put.data]).to.deep.equal([1004001000, false]);
    expect(await ledgerSum(member._id)).to.equal(0);
  });

  it("cannot ask for a member who is not there, or without one", async () => {
    const { client } = await buildOperator();
    expect((await client.get("/admin-api/pay/wallet/get?userId=99999999")).code).to.equal(1004001000);
    expect((await client.get("/admin-api/pay/wallet/get")).status).to.equal(400);
    expect((await client.get("/admin-api/pay/wallet/page?pageSize=-1")).status).to.equal(400);
  });

  it("add to a balance and take from it, each time with a row and an audit row", async () => {
    const { member, client: own } = await buildMember();
    const userId = member._id;
    const { client, operator } = await buildOperator(["pay:wallet:update-balance"]);
    const added = await client.put(BALANCE, { userId, balance: 900, reason: "Goodwill" });
    expect([added.code, added.data]).to.deep.equal([0, true]);
    expect((await client.put(BALANCE, { userId, balance: -200, reason: "Typo" })).code).to.equal(0);
    expect((await own.get("/app-api/pay/wallet/get")).data).to.deep.equal({
      balance: 700,
      totalExpense: 0,
      totalRecharge: 0,
    });
    const audited = await OperationLogModel.find({ action: "wallet.updateBalance", bizId: String(userId) })
      .sort({ _id: 1 })
      .lean();
    expect(audited).to.have.length(2);
    expect(audited[1]).to.include({ operatorId: operator._id, module: "pay" });
    expect(audited[1]!.before).to.deep.equal({ balance: 900 });
    expect(audited[1]!.after).to.include({ balance: 700, change: -200, reason: "Typo" });
  });

  it("never take more than there is, and then nothing is written", async () => {
    const { member } = await buildWallet(100);
    const { client } = await buildOperator();
    const reply = await client.put(BALANCE, { userId: member._id, balance: -101, reason: "Too much" });
    expect([reply.status, reply.code, reply.data]).to.deep.equal([200, 1007007001, false]);
    expect((await walletOf(member._id)).balanceFen).to.equal(100);
    expect(await OperationLogModel.countDocuments({ bizId: String(member._id), "after.reason": "Too much" })).to.equal(
      0,
    );
    const absent = await client.put(BALANCE, { userId: 99_999_999, balance: 1, reason: "Nobody" });
    expect(absent.code).to.equal(1004001000);
  });

  it("who tap twice under one Idempotency-Key change it once", async () => {
    const { member } = await buildMember();
    const { client } = await buildOperator();
    const tapped = client.with({ "idempotency-key": `adjust-${member._id}` });
    const body = { userId: member._id, balance: 50, reason: "Once" };
    expect((await tapped.put(BALANCE, body)).data).to.equal(true);
    expect((await tapped.put(BALANCE, body)).data).to.equal(true);
    expect((await tapped.put(BALANCE, { ...body, balance: 51 })).status).to.equal(422);
    expect((await walletOf(member._id)).balanceFen).to.equal(50);
    expect(await WalletTransactionModel.countDocuments({ memberId: member._id })).to.equal(1);
  });

  it("thirty who take at once what is there for three: three do", async () => {
    const { member } = await buildWallet(300);
    const { client } = await buildOperator();
    const ends = await Promise.all(
      Array.from({ length: 30 }, () => client.put(BALANCE, { userId: member._id, balance: -100, reason: "Rush" })),
    );
    expect(ends.filter(({ code }) => code === 0)).to.have.length(3);
    expect(ends.filter(({ status, code }) => status === 200 && code === 1007007001)).to.have.length(27);
    expect(await ledgerSum(member._id)).to.equal(0);
  });

  it("must say who, how much and why", async () => {
    const { client } = await buildOperator();
    const good = { userId: 1, balance: 1, reason: "why" };
    const bad: [object, string][] = [
      [{ ...good, userId: undefined }, "userId"],
      [{ ...good, userId: { $gt: "" } }, "userId"],
      [{ ...good, balance: 0 }, "balance"],
      [{ ...good, balance: 1.5 }, "balance"],
      [{ ...good, balance: "1" }, "balance"],
      [{ ...good, balance: { $gt: "" } }, "balance"],
      [{ ...good, reason: undefined }, "reason"],
      [{ ...good, reason: "  " }, "reason"],
      [{ ...good, reason: { $gt: "" } }, "reason"],
    ];
    for (const [body, field] of bad) {
      const reply = await client.put(BALANCE, body);
      expect([reply.status, reply.msg.split(":")[0]], JSON.stringify(body)).to.deep.equal([400, field]);
    }
  });
});
