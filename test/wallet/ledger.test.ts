import { expect } from "chai";
import fc from "fast-check";
import {
  captureFrozen,
  freezeBalance,
  payFromWallet,
  refundToWallet,
  releaseFrozen,
  walletOf,
  withWalletLock,
} from "#shared/domains/wallet/index.js";
import { WalletModel } from "#shared/domains/wallet/wallet.model.js";
import { WalletFreezeModel } from "#shared/domains/wallet/walletFreeze.model.js";
import { WalletTransactionModel } from "#shared/domains/wallet/walletTransaction.model.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { checkInvariants } from "#scripts/check/invariants.js";
import { buildMember } from "#test/factories/member.js";
import { buildWallet, ledgerSum } from "#test/factories/wallet.js";
import { startService } from "#test/support/service.js";
import { writesDuring } from "#test/support/writes.js";

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: { code?: number; message?: string }) => error.code ?? error.message,
  );
/** A number that stands for a pay order or a refund. */
const freshId = (): Promise<number> => nextId("payOrders");
const rowsOf = (memberId: number) => WalletTransactionModel.find({ memberId }).sort({ _id: 1 }).lean();
const BALANCE_SHORT = 1007007001;

describe("the wallet's ledger", () => {
  before(() => startService());

  it("makes one wallet a member, however many ask first at once", async () => {
    const { member } = await buildMember();
    const wallets = await Promise.all(Array.from({ length: 8 }, () => walletOf(member._id)));
    expect(new Set(wallets.map((wallet) => wallet._id)).size).to.equal(1);
    expect(await WalletModel.countDocuments({ memberId: member._id })).to.equal(1);
  });

  it("a payment leaves the balance and a row that says what is left; the same again is the same row", async () => {
    const { member } = await buildWallet(1_000);
    const payment = { memberId: member._id, amountFen: 300, payOrderId: await freshId() };
    const first = await payFromWallet(payment);
    expect(first.no).to.match(/^W\d{23}$/);
    expect(await payFromWallet(payment)).to.deep.equal(first);
    expect(await walletOf(member._id)).to.include({ balanceFen: 700, frozenFen: 0, totalExpenseFen: 300 });
    const rows = await rowsOf(member._id);
    expect(rows.map(({ bizType, priceFen, balanceAfterFen }) => [bizType, priceFen, balanceAfterFen])).to.deep.equal([
      [5, 1_000, 1_000],
      [3, -300, 700],
    ]);
  });

  it("never goes below 0, and a wallet that was never used has nothing", async () => {
    const { member } = await buildWallet(100);
    const memberId = member._id;
    expect(await codeOf(payFromWallet({ memberId, amountFen: 101, payOrderId: await freshId() }))).to.equal(
      BALANCE_SHORT,
    );
    expect(await codeOf(freezeBalance({ memberId, amountFen: 101, freezeId: `f-${await freshId()}` }))).to.equal(
      BALANCE_SHORT,
    );
    const { member: poor } = await buildMember();
    expect(await codeOf(payFromWallet({ memberId: poor._id, amountFen: 1, payOrderId: await freshId() }))).to.equal(
      BALANCE_SHORT,
    );
    expect(await walletOf(memberId)).to.include({ balanceFen: 100, frozenFen: 0 });
  });

  it("takes only whole positive fen", async () => {
    const { member } = await buildWallet(100);
    for (const amountFen of [0, -5, 1.5, Number.NaN])
      expect(await codeOf(payFromWallet({ memberId: member._id, amountFen, payOrderId: 1 }))).to.contain("no amount");
  });

  it("thirty debits at once for three leave three paid and twenty-seven refused by name", async () => {
    const { member } = await buildWallet(300);
    const ids = await Promise.all(Array.from({ length: 30 }, () => freshId()));
    const ends = await Promise.all(
      ids.map((payOrderId) => codeOf(payFromWallet({ memberId: member._id, amountFen: 100, payOrderId }))),
    );
    expect(ends.filter((end) => end === "done")).to.have.length(3);
    expect(ends.filter((end) => end === BALANCE_SHORT)).to.have.length(27);
    expect(await walletOf(member._id)).to.include({ balanceFen: 0, totalExpenseFen: 300 });
    expect(await ledgerSum(member._id)).to.equal(0);
    const after = (await rowsOf(member._id)).filter((row) => row.bizType === 3).map((row) => row.balanceAfterFen);
    expect(after.sort((a, b) => b - a)).to.deep.equal([200, 100, 0]);
  });

  it("twelve that meet as those of other processes do, without a line to stand in, end the same", async function () {
    const { member } = await buildWallet(300);
    const ids = await Promise.all(Array.from({ length: 12 }, () => freshId()));
    const ends = await Promise.all(
      ids.map((payOrderId) =>
        codeOf(inTransaction(() => payFromWallet({ memberId: member._id, amountFen: 100, payOrderId }))),
      ),
    );
    expect(ends.filter((end) => end === "done")).to.have.length(3);
    expect(ends.filter((end) => end === BALANCE_SHORT)).to.have.length(9);
    expect(await ledgerSum(member._id)).to.equal(0);
  });

  it("the same payment thirty times at once is one", async () => {
    const { member } = await buildWallet(1_000);
    const payOrderId = await freshId();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => payFromWallet({ memberId: member._id, amountFen: 100, payOrderId })),
    );
    expect(new Set(answers.map(({ no }) => no)).size).to.equal(1);
    expect((await walletOf(member._id)).balanceFen).to.equal(900);
  });

  it("freezing holds without a row, capturing writes it, both once", async () => {
    const { member } = await buildWallet(1_000);
    const freezeId = `f-${await freshId()}`;
    const payOrderId = await freshId();
    await freezeBalance({ memberId: member._id, amountFen: 400, freezeId });
    await freezeBalance({ memberId: member._id, amountFen: 400, freezeId });
    expect(await walletOf(member._id)).to.include({ balanceFen: 600, frozenFen: 400, totalExpenseFen: 0 });
    expect(await rowsOf(member._id)).to.have.length(1);
    const first = await captureFrozen({ freezeId, payOrderId });
    expect(await captureFrozen({ freezeId, payOrderId })).to.deep.equal(first);
    expect(await walletOf(member._id)).to.include({ balanceFen: 600, frozenFen: 0, totalExpenseFen: 400 });
    const row = (await rowsOf(member._id)).at(-1);
    expect(row).to.include({ bizType: 3, bizId: String(payOrderId), priceFen: -400, balanceAfterFen: 600 });
    expect(await releaseFrozen({ freezeId })).to.equal(false);
    expect(await codeOf(freezeBalance({ memberId: member._id, amountFen: 400, freezeId }))).to.equal(1007007005);
  });

  it("releasing gives back once, and what was released cannot be captured", async () => {
    const { member } = await buildWallet(1_000);
    const freezeId = `f-${await freshId()}`;
    await freezeBalance({ memberId: member._id, amountFen: 400, freezeId });
    expect(await releaseFrozen({ freezeId })).to.equal(true);
    expect(await releaseFrozen({ freezeId })).to.equal(true);
    expect(await walletOf(member._id)).to.include({ balanceFen: 1_000, frozenFen: 0 });
    expect(await codeOf(captureFrozen({ freezeId, payOrderId: await freshId() }))).to.equal(1007007005);
    expect(await releaseFrozen({ freezeId: "never frozen" })).to.equal(false);
    expect(await codeOf(captureFrozen({ freezeId: "never frozen", payOrderId: 1 }))).to.equal(1007007005);
    expect(await ledgerSum(member._id)).to.equal(1_000);
  });

  it("a capture and a release at once: one of them", async () => {
    for (let round = 0; round < 5; round++) {
      const { member } = await buildWallet(500);
      const freezeId = `f-${await freshId()}`;
      await freezeBalance({ memberId: member._id, amountFen: 200, freezeId });
      const [captured, released] = await Promise.all([
        codeOf(inTransaction(async () => captureFrozen({ freezeId, payOrderId: 1_000_000 + member._id }))),
        inTransaction(() => releaseFrozen({ freezeId })),
      ]);
      expect(captured === "done").to.equal(!released);
      const wallet = await walletOf(member._id);
      expect(wallet.frozenFen).to.equal(0);
      expect(wallet.balanceFen).to.equal(released ? 500 : 300);
      expect(await ledgerSum(member._id)).to.equal(wallet.balanceFen);
    }
  });

  it("a refund comes back once, under its own words if it has some; another amount under it is refused", async () => {
    const { member } = await buildWallet(1_000);
    await payFromWallet({ memberId: member._id, amountFen: 600, payOrderId: await freshId() });
    const refund = { memberId: member._id, amountFen: 250, refundId: await freshId(), title: "Scarf given back" };
    const first = await refundToWallet(refund);
    expect(await refundToWallet(refund)).to.deep.equal(first);
    expect(await codeOf(refundToWallet({ ...refund, amountFen: 251 }))).to.equal(1007007003);
    expect(await walletOf(member._id)).to.include({ balanceFen: 650, totalExpenseFen: 350 });
    expect((await rowsOf(member._id)).at(-1)).to.include({ bizType: 4, title: "Scarf given back", priceFen: 250 });
  });

  it("a refund may be the first thing that a wallet sees", async () => {
    const { member } = await buildMember();
    await inTransaction(async () =>
      refundToWallet({ memberId: member._id, amountFen: 5, refundId: await nextId("payOrders") }),
    );
    expect((await walletOf(member._id)).balanceFen).to.equal(5);
  });

  it("vanishes with the caller's transaction, and each of its writes is in it", async () => {
    const { member } = await buildWallet(1_000);
    const memberId = member._id;
    const payOrderId = await freshId();
    const failed = inTransaction(async () => {
      await payFromWallet({ memberId, amountFen: 100, payOrderId });
      throw new Error("the caller gave up");
    });
    expect(await codeOf(failed)).to.equal("the caller gave up");
    expect((await walletOf(memberId)).balanceFen).to.equal(1_000);
    const writes = await writesDuring(() => payFromWallet({ memberId, amountFen: 100, payOrderId }));
    const own = writes.filter((write) => write.collection.startsWith("wallet"));
    expect(own.map((write) => write.collection)).to.have.members(["wallets", "walletTransactions"]);
    expect(own.every((write) => write.inTransaction)).to.equal(true);
  });

  it("a line before a wallet lets the next one in when one fails", async () => {
    const order: string[] = [];
    const first = withWalletLock(7, async () => {
      order.push("first");
      throw new Error("failed");
    });
    const second = withWalletLock(7, async () => order.push("second"));
    expect(await codeOf(first)).to.equal("failed");
    await second;
    expect(order).to.deep.equal(["first", "second"]);
  });

  it("rows add up to balance + frozen after any row of operations", async function () {
    const amount = fc.integer({ min: 1, max: 400 });
    const name = fc.constantFrom("a", "b", "c");
    const operation = fc.oneof(
      fc.record({ kind: fc.constant("pay" as const), amount, name }),
      fc.record({ kind: fc.constant("freeze" as const), amount, name }),
      fc.record({ kind: fc.constant("capture" as const), amount, name }),
      fc.record({ kind: fc.constant("release" as const), amount, name }),
      fc.record({ kind: fc.constant("refund" as const), amount, name }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 3, maxLength: 12 }), fc.boolean(), async (list, atOnce) => {
        const { member } = await buildWallet(1_000);
        const memberId = member._id;
        const base = 10_000_000 + memberId * 10;
        const numberOf = (label: string): number => base + label.charCodeAt(0) - 97;
        const run = ({ kind, amount: amountFen, name: label }: (typeof list)[number]): Promise<unknown> => {
          const freezeId = `p-${base}-${label}`;
          if (kind === "pay") return payFromWallet({ memberId, amountFen, payOrderId: numberOf(label) });
          if (kind === "freeze") return freezeBalance({ memberId, amountFen, freezeId });
          if (kind === "capture") return captureFrozen({ freezeId, payOrderId: numberOf(label) + 5 });
          if (kind === "release") return releaseFrozen({ freezeId });
          return refundToWallet({ memberId, amountFen, refundId: numberOf(label) });
        };
        if (atOnce) await Promise.all(list.map((one) => codeOf(run(one))));
        else for (const one of list) await codeOf(run(one));
        const wallet = await walletOf(memberId);
        const held = await WalletFreezeModel.find({ memberId, state: "held" }).lean();
        expect(await ledgerSum(memberId)).to.equal(wallet.balanceFen + wallet.frozenFen);
        expect(held.reduce((sum, one) => sum + one.amountFen, 0)).to.equal(wallet.frozenFen);
        expect(Math.min(wallet.balanceFen, wallet.frozenFen)).to.be.at.least(0);
      }),
      { numRuns: 15 },
    );
  });

  it("the check of all invariants sees a row that is missing and an amount that nobody holds", async () => {
    const { member, wallet } = await buildWallet(500);
    const violationsHere = async (): Promise<string[]> =>
      (await checkInvariants()).violations
        .filter((one) => one.invariant === "I1" && one.about === `wallet ${wallet._id}`)
        .map((one) => one.what);
    expect(await violationsHere()).to.deep.equal([]);
    await WalletModel.updateOne({ _id: wallet._id }, { $inc: { balanceFen: 1 } });
    expect((await violationsHere()).join()).to.contain("500");
    await WalletModel.updateOne({ _id: wallet._id }, { $inc: { balanceFen: -3, frozenFen: 2 } });
    expect((await violationsHere()).join()).to.contain("frozen");
    await WalletModel.updateOne({ _id: wallet._id }, { $inc: { balanceFen: 2, frozenFen: -2 } });
    expect(await violationsHere()).to.deep.equal([]);
    expect(await ledgerSum(member._id)).to.equal(500);
  });
});
