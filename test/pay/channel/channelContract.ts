import { generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import {
  ChannelRefused,
  ChannelUnsure,
  NoticeRefused,
  type PrepayKind,
  type PrepayRequest,
} from "#shared/providers/pay/port.js";
import { type WholeChannel } from "#test/support/wholeProviders.js";

/** A provider under the contract: the sandbox's, or by configuration the real one. */
interface ProviderUnderTest {
  name: string;
  kind: PrepayKind;
  adapter(): WholeChannel;
  /** The same merchant, signing with a key that the provider does not know. */
  misSigning(privateKey: string): WholeChannel;
  notifyUrl: string;
  /** Has it paid. False: nobody pays here, and what follows from a payment is not tried. */
  pay(no: string, content: string): Promise<boolean>;
  /** The real Alipay knows a trade once its payer has signed in. */
  knowsAfterPrepay: boolean;
}

let count = 0;
const newNo = (): string => `CT${process.pid}${Date.now()}${++count}`.slice(0, 32);
const AMOUNT_FEN = 2;

export const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** What every pay provider behind the port does, whichever it is: one payment of two fen, given back in two parts. */
export function channelContract(provider: ProviderUnderTest): void {
  const request = (no: string, amountFen = AMOUNT_FEN): PrepayRequest => ({
    kind: provider.kind,
    no,
    subject: "Contract test, 契约测试",
    amountFen,
    expireAt: new Date(Date.now() + 3_600_000),
    notifyUrl: provider.notifyUrl,
    openid: null,
    returnUrl: null,
  });
  const refundOf = (paymentNo: string, no: string, refundFen: number) => ({
    no,
    paymentNo,
    paidFen: AMOUNT_FEN,
    refundFen,
    reason: "契约测试",
    notifyUrl: provider.notifyUrl,
  });

  describe(`the contract of a pay provider: ${provider.name}`, () => {
    const adapter = (): WholeChannel => provider.adapter();

    it("what it never saw is absent, and closing that is closed", async () => {
      const no = newNo();
      expect(await adapter().query(no)).to.deep.equal({ state: "absent" });
      expect(await adapter().close(no)).to.equal("closed");
      expect(await adapter().queryRefund(`R${no}`, no)).to.deep.equal({ state: "absent" });
    });

    it("what was opened waits; the same number again is the same payment, another amount under it is refused", async () => {
      const no = newNo();
      expect(await adapter().prepay(request(no)))
        .to.be.a("string")
        .and.not.equal("");
      expect((await adapter().query(no)).state).to.be.oneOf(
        provider.knowsAfterPrepay ? ["waiting"] : ["waiting", "absent"],
      );
      expect(await adapter().prepay(request(no)))
        .to.be.a("string")
        .and.not.equal("");
      if (provider.knowsAfterPrepay)
        expect(await thrownBy(adapter().prepay(request(no, AMOUNT_FEN + 1)))).to.be.instanceOf(ChannelRefused);
      await adapter().close(no);
    });

    it("closes, and closing again is closed", async () => {
      const no = newNo();
      await adapter().prepay(request(no));
      expect(await adapter().close(no)).to.equal("closed");
      expect(await adapter().close(no)).to.equal("closed");
      if (provider.knowsAfterPrepay) expect(await adapter().query(no)).to.deep.equal({ state: "closed" });
    });

    it("gives nothing back of what was not paid", async () => {
      const no = newNo();
      await adapter().prepay(request(no));
      expect(await thrownBy(adapter().refund(refundOf(no, `R${no}`, 1)))).to.be.instanceOf(ChannelRefused);
      await adapter().close(no);
    });

    it("tells of a payment, does not close it, and gives it back in parts, each number once", async function () {
      this.timeout(600_000);
      const no = newNo();
      const content = await adapter().prepay(request(no));
      if (!(await provider.pay(no, content))) return this.skip();
      const paid = await adapter().query(no);
      expect(paid).to.include({ state: "paid", paidFen: AMOUNT_FEN });
      expect(paid).to.have.property("channelOrderNo").that.is.not.equal("");
      expect(await adapter().close(no)).to.equal("paid");
      for (const part of [`R${no}a`, `R${no}b`]) {
        const asked = await adapter().refund(refundOf(no, part, 1));
        expect(asked.state).to.be.oneOf(["success", "processing"]);
        expect((await adapter().refund(refundOf(no, part, 1))).state).to.be.oneOf(["success", "processing"]);
        expect((await adapter().queryRefund(part, no)).state).to.be.oneOf(["success", "processing"]);
      }
      expect(await thrownBy(adapter().refund(refundOf(no, `R${no}c`, 1)))).to.be.instanceOf(ChannelRefused);
      expect((await adapter().query(no)).state).to.equal("refunded");
    });

    it("a request that is signed with another key proves nothing about the payment", async () => {
      const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
      const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
      expect(await thrownBy(provider.misSigning(pem).query(newNo()))).to.be.instanceOf(ChannelUnsure);
    });

    it("a notice that nobody signed is refused", async () => {
      for (const body of ["{}", "a=1&sign=x", ""])
        expect(await thrownBy(adapter().verifyNotice({}, Buffer.from(body)))).to.be.instanceOf(NoticeRefused);
    });

    it("has no statement of a day long ago, or one", async () => {
      const bill = await adapter().bill(new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10));
      for (const row of bill?.rows ?? []) expect(row.amountFen).to.be.at.least(0);
    });
  });
}
