import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { paymentPublicKey, readToSpend } from "#shared/domains/wallet/index.js";
import { rotatePaymentKey } from "#shared/domains/wallet/paymentPassword/paymentKeys.js";
import { PaymentKeyModel } from "#shared/domains/wallet/paymentPassword/paymentKey.model.js";
import { isWeakPaymentPassword } from "#shared/domains/wallet/paymentPassword/weakPaymentPassword.js";
import { PaymentPasswordModel } from "#shared/domains/wallet/paymentPassword/paymentPassword.model.js";
import { signInMember } from "#shared/domains/member/signIn/signInMember.js";
import { SessionModel } from "#shared/kernel/security/sessions.js";
import { days, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { encrypted, encryptUnder, setPaymentPassword } from "#test/factories/wallet.js";
import { clientWith, stranger, type Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const KEY = "/app-api/pay/wallet/getPaymentPwdPublicKey";
const VALIDATE = "/app-api/pay/wallet/validatePaymentPwd";
const UPDATE = "/app-api/pay/wallet/updatePaymentPwd";
const CLEAR = "/admin-api/pay/wallet/clear-payment-password";
const RIGHT = "135790";
const [NOT_SET, WRONG, LOCKED] = [1007007006, 1007007007, 1007007008];

const validate = async (client: Client, password: string) =>
  client.post(VALIDATE, { password: await encrypted(client, password) });
const update = async (client: Client, old: string, fresh: string) =>
  client.post(UPDATE, {
    oldPassword: old === "" ? "" : await encrypted(client, old),
    newPassword: await encrypted(client, fresh),
  });
const sessionOf = async (memberId: number): Promise<number> =>
  (await SessionModel.findOne({ audience: "member", ownerId: memberId }).sort({ _id: -1 }).lean())!._id;

const paymentConfirmed = async (memberId: number, sessionId: number): Promise<boolean> =>
  (await readToSpend(memberId, sessionId)).isConfirmed;

describe("the payment password", () => {
  before(() => startService());
  afterEach(() => heldClock.release());

  it("is for members who are signed in", async () => {
    expect((await stranger.get(KEY)).status).to.equal(401);
    expect((await stranger.post(VALIDATE, { password: "x" })).status).to.equal(401);
    expect((await stranger.post(UPDATE, { oldPassword: "", newPassword: "x" })).status).to.equal(401);
  });

  it("travels under one key for all, kept encrypted, made once however many ask first", async () => {
    await PaymentKeyModel.deleteMany({});
    const keys = await Promise.all(Array.from({ length: 5 }, () => paymentPublicKey()));
    expect(new Set(keys.map(({ keyId }) => keyId)).size).to.equal(1);
    const { client } = await buildMember();
    const { code, data } = await client.get(KEY);
    expect(code).to.equal(0);
    expect(data).to.deep.equal(keys[0]);
    expect(data.publicKey).to.contain("BEGIN PUBLIC KEY");
    const [row] = await PaymentKeyModel.find().lean();
    expect(row!.privateBox).to.not.contain("PRIVATE KEY");
  });

  it('is set with oldPassword "" once, and kept as an argon2id hash', async () => {
    const { client, member } = await buildMember();
    const set = await update(client, "", RIGHT);
    expect([set.code, set.data]).to.deep.equal([0, true]);
    const row = await PaymentPasswordModel.findById(member._id).lean();
    expect(row!.hash).to.match(/^\$argon2id\$/);
    const again = await update(client, "", "246802");
    expect([again.status, again.code, again.data]).to.deep.equal([200, WRONG, false]);
    expect((await validate(client, RIGHT)).data).to.equal(true);
  });

  it("is not one that is tried first: repeated or consecutive digits have a refusal of their own", async () => {
    const { client } = await buildMember();
    const weak = ["000000", "123456", "654321", "345678", "890123", "210987", "121212", "123123", "112233", "111222"];
    for (const fresh of weak) {
      const reply = await update(client, "", fresh);
      expect([reply.status, reply.code, reply.data], fresh).to.deep.equal([200, 1007007010, false]);
    }
    expect(
      (
        await client.with({ "accept-language": "zh" }).post(UPDATE, {
          oldPassword: "",
          newPassword: await encrypted(client, "888888"),
        })
      ).msg,
    ).to.match(/过于简单/);
    expect((await update(client, "", "135790")).code).to.equal(0);
    expect((await update(client, "135790", "666666")).code).to.equal(1007007010);
    for (const fresh of ["123457", "112234", "102938", "121213"])
      expect(isWeakPaymentPassword(fresh), fresh).to.equal(false);
  });

  it("set twice at once is set once", async () => {
    const { client } = await buildMember();
    const ends = await Promise.all(["135791", "246803", "975312"].map((fresh) => update(client, "", fresh)));
    expect(ends.map(({ code }) => code).sort()).to.deep.equal([0, WRONG, WRONG]);
  });

  it("is changed by who knows the old one", async () => {
    const { client } = await buildMember();
    await setPaymentPassword(client, RIGHT);
    const wrong = await update(client, "000000", "246802");
    expect([wrong.code, wrong.data]).to.deep.equal([WRONG, false]);
    expect((await update(client, RIGHT, "246802")).data).to.equal(true);
    expect((await validate(client, RIGHT)).data).to.equal(false);
    expect((await validate(client, "246802")).data).to.equal(true);
  });

  it("that was never set cannot be validated or changed with an old one", async () => {
    const { client } = await buildMember();
    const reply = await validate(client, RIGHT);
    expect([reply.status, reply.code, reply.data]).to.deep.equal([200, NOT_SET, false]);
    expect((await update(client, RIGHT, "246802")).code).to.equal(NOT_SET);
  });

  it("has six digits", async () => {
    const { client } = await buildMember();
    for (const fresh of ["12345", "1234567", "abcdef", "12345 ", "１２３４５６"]) {
      const reply = await update(client, "", fresh);
      expect([reply.status, reply.msg.split(":")[0]], fresh).to.deep.equal([400, "newPassword"]);
    }
  });

  it("that cannot be decrypted is 400 naming the field", async () => {
    const { client } = await buildMember();
    await setPaymentPassword(client);
    const good = await encrypted(client, RIGHT);
    const junk = ["plain", "135790", Buffer.alloc(256, 7).toString("base64"), "%%%", good.slice(0, -8)];
    for (const one of junk) {
      const reply = await client.post(VALIDATE, { password: one });
      expect([reply.status, reply.msg.split(":")[0]], one).to.deep.equal([400, "password"]);
      const old = await client.post(UPDATE, { oldPassword: one, newPassword: good });
      expect([old.status, old.msg.split(":")[0]], one).to.deep.equal([400, "oldPassword"]);
      const fresh = await client.post(UPDATE, { oldPassword: good, newPassword: one });
      expect([fresh.status, fresh.msg.split(":")[0]], one).to.deep.equal([400, "newPassword"]);
    }
    for (const one of [undefined, null, 135790, { $gt: "" }, ""])
      expect((await client.post(VALIDATE, { password: one })).status, String(one)).to.equal(400);
    expect((await client.post(UPDATE, { newPassword: good })).status).to.equal(400);
    // None of these was a guess.
    expect((await validate(client, RIGHT)).data).to.equal(true);
  });

  it("five wrong tries lock it for 30 min, for changing it too, and a right one before that clears the count", async () => {
    heldClock.hold();
    const { client } = await buildMember();
    await setPaymentPassword(client, RIGHT);
    for (let wrong = 0; wrong < 4; wrong++) expect((await validate(client, "000000")).data).to.equal(false);
    expect((await validate(client, RIGHT)).data).to.equal(true);
    for (let wrong = 0; wrong < 4; wrong++) expect((await validate(client, "000000")).code).to.equal(0);
    expect((await update(client, "000000", "246802")).code).to.equal(WRONG);
    const locked = await validate(client, RIGHT);
    expect([locked.status, locked.code, locked.data]).to.deep.equal([200, LOCKED, false]);
    expect(locked.msg).to.contain("30 min");
    expect((await update(client, RIGHT, "246802")).code).to.equal(LOCKED);
    heldClock.advance(minutes(29));
    expect((await validate(client, RIGHT)).code).to.equal(LOCKED);
    heldClock.advance(minutes(1) + 1_000);
    expect((await validate(client, "000000")).code, "five tries again").to.equal(0);
    expect((await validate(client, RIGHT)).data).to.equal(true);
  });

  it("twenty guesses at once are not more than five", async () => {
    const { client } = await buildMember();
    await setPaymentPassword(client, RIGHT);
    const guess = await encrypted(client, "000000");
    const ends = await Promise.all(Array.from({ length: 20 }, () => client.post(VALIDATE, { password: guess })));
    expect(ends.filter(({ code }) => code === 0)).to.have.length(5);
    expect(ends.filter(({ code }) => code === LOCKED)).to.have.length(15);
  });

  it("one member's lock is nobody else's", async () => {
    const [one, other] = [await buildMember(), await buildMember()];
    await setPaymentPassword(one.client);
    await setPaymentPassword(other.client);
    for (let wrong = 0; wrong < 6; wrong++) await validate(one.client, "000000");
    expect((await validate(other.client, RIGHT)).data).to.equal(true);
  });

  it("confirms this session's payments for five minutes, and no other session's", async () => {
    heldClock.hold();
    const { client, member } = await buildMember();
    const session = await sessionOf(member._id);
    expect(await paymentConfirmed(member._id, session), "none is set").to.equal(true);
    await setPaymentPassword(client, RIGHT);
    expect(await paymentConfirmed(member._id, session), "one is set").to.equal(false);
    await validate(client, "000000");
    expect(await paymentConfirmed(member._id, session), "wrong").to.equal(false);
    await validate(client, RIGHT);
    expect(await paymentConfirmed(member._id, session), "right").to.equal(true);
    const { accessToken } = await signInMember(member._id);
    const second = await sessionOf(member._id);
    expect(second).to.not.equal(session);
    expect(await paymentConfirmed(member._id, second), "the other device").to.equal(false);
    const { member: stray } = await buildMember();
    expect(await paymentConfirmed(stray._id, session), "has none set").to.equal(true);
    heldClock.advance(minutes(5));
    expect(await paymentConfirmed(member._id, session), "5 min later").to.equal(false);
    await validate(clientWith(accessToken), RIGHT);
    expect(await paymentConfirmed(member._id, second)).to.equal(true);
    await update(client, RIGHT, "246802");
    expect(await paymentConfirmed(member._id, second), "after a change").to.equal(false);
  });

  it("that was forgotten is cleared by an operator, who says why; its member signs in again and sets a new one", async () => {
    const { client, member } = await buildMember();
    const userId = member._id;
    await setPaymentPassword(client, RIGHT);
    await validate(client, RIGHT);
    for (let wrong = 0; wrong < 5; wrong++) await validate(client, "000000");
    const { client: desk, operator } = await buildOperator(["pay:wallet:clear-payment-password"]);
    const body = { userId, reason: "Called from the number of the account" };
    const tapped = desk.with({ "idempotency-key": `clear-${userId}` });
    for (let time = 0; time < 2; time++) expect((await tapped.put(CLEAR, body)).data).to.equal(true);
    expect((await desk.put(CLEAR, body)).code, "none is left").to.equal(NOT_SET);
    expect((await client.get(KEY)).status, "signed out").to.equal(401);
    const again = clientWith((await signInMember(userId)).accessToken);
    expect((await validate(again, RIGHT)).code).to.equal(NOT_SET);
    expect((await update(again, "", "246802")).data).to.equal(true);
    expect(await paymentConfirmed(userId, await sessionOf(userId)), "must be given again").to.equal(false);
    expect((await validate(again, "246802")).data).to.equal(true);
    const rows = await OperationLogModel.find({ action: "wallet.clearPaymentPassword", bizId: String(userId) }).lean();
    expect(rows).to.have.length(1);
    expect(rows[0]).to.deep.include({ operatorId: operator._id, module: "pay", after: { reason: body.reason } });
  });

  it("is not cleared without the right to it, nor without a reason", async () => {
    const { client, member } = await buildMember();
    await setPaymentPassword(client, RIGHT);
    const body = { userId: member._id, reason: "Forgotten" };
    const { client: other } = await buildOperator(["pay:wallet:update-balance"]);
    expect((await other.put(CLEAR, body)).status).to.equal(403);
    const { client: desk } = await buildOperator(["pay:wallet:clear-payment-password"]);
    for (const reason of [undefined, "", " ", "x".repeat(201)])
      expect((await desk.put(CLEAR, { ...body, reason })).msg).to.match(/^reason/);
    expect((await desk.put(CLEAR, { ...body, userId: 0 })).msg).to.match(/^userId/);
    expect((await validate(client, RIGHT)).data).to.equal(true);
  });

  it("the key before the served one still opens, the one before that does not", async () => {
    heldClock.hold();
    const { client } = await buildMember();
    await setPaymentPassword(client, RIGHT);
    const old = await paymentPublicKey();
    const underOld = encryptUnder(old.publicKey, RIGHT);
    heldClock.advance(days(91));
    const { accessToken } = await signInMember((await buildMember()).member._id);
    expect(accessToken).to.be.a("string");
    const served = await paymentPublicKey();
    expect(served.keyId).to.not.equal(old.keyId);
    expect((await paymentPublicKey()).keyId).to.equal(served.keyId);
    heldClock.release();
    expect((await client.post(VALIDATE, { password: underOld })).data).to.equal(true);
    const newest = await PaymentKeyModel.findOne().sort({ _id: -1 }).lean();
    await rotatePaymentKey(newest!);
    expect((await client.post(VALIDATE, { password: underOld })).status).to.equal(400);
    expect((await validate(client, RIGHT)).data).to.equal(true);
  });
});
