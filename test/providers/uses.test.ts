import { expect } from "chai";
import { PayAppId } from "#shared/domains/pay/channel/payChannel.codes.js";
import { InvoiceMedium, InvoiceStatus } from "#shared/domains/invoice/invoice.states.js";
import { SmsCodeModel } from "#shared/domains/member/index.js";
import { MemberSocialModel } from "#shared/domains/member/signIn/memberSocial.model.js";
import { SmsStatus } from "#shared/domains/member/sms/smsCode.states.js";
import type { ProviderGroup } from "#shared/kernel/config/providerGroups.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { APPLY, invoiceBody, invoiceOf, onPaper } from "#test/factories/invoice.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildPaidOrder } from "#test/factories/order.js";
import { buildPayOrder, submitBody } from "#test/factories/payOrder.js";
import { buildSocialPerson } from "#test/factories/socialPerson.js";
import { eventually } from "#test/support/eventually.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { NOT_OFFERED, without } from "./support.js";

const LOGIN = "/app-api/member/auth/login";
const redirectOf = (type: number): string =>
  `/app-api/member/auth/social-auth-redirect?type=${type}&redirectUri=${encodeURIComponent("http://127.0.0.1:8080/x")}`;

describe("what a shop can do without a provider", () => {
  before(startService);
  afterEach(() => runJobs());

  const wechat = ["social_lite", "social_app", "social_native", "social_pub"];
  const alipay = ["payplat_app", "payplat_pc"];
  for (const [group, gone, others] of [
    ["wechatpay", wechat, alipay],
    ["alipay", alipay, wechat],
  ] as const)
    it(`without ${group} its channels are not offered, and pay nothing`, async () => {
      const { member, client, order } = await buildPayOrder();
      const { client: operator } = await buildOperator();
      await without([group], async () => {
        const listed = await operator.get(`/admin-api/pay/channel/get-enable-code-list?appId=${PayAppId.mall}`);
        expect(listed.data).to.include.members(["wallet", ...others]);
        expect(listed.data).not.to.include.members([...gone]);
        const shown = await client.post("/app-api/pay/channel/get-enable-code-list", { appId: PayAppId.mall });
        expect(shown.data.filter((code: string) => (gone as readonly string[]).includes(code))).to.deep.equal([]);
        for (const channelCode of gone) {
          const displayMode =
            channelCode === "social_native" ? "qr_code" : channelCode === "payplat_pc" ? "url" : "app";
          const channelExtras = { openid: "oSomebody" };
          const body = { ...submitBody(order, { channelCode, displayMode, channelExtras }), userId: member._id };
          expect((await client.post("/app-api/pay/order/submit", body)).code, channelCode).to.equal(NOT_OFFERED);
        }
        const { list } = (await operator.get(`/admin-api/pay/channel/page?appId=${PayAppId.mall}`)).data;
        for (const { id } of list.filter(({ code }: { code: string }) => (gone as readonly string[]).includes(code))) {
          const callback = await stranger.post(`/callback/pay/${id}`, {});
          expect([callback.status, callback.code]).to.deep.equal([404, NOT_OFFERED]);
        }
      });
    });

  it("without a pay channel nobody recharges the wallet, which still pays", async () => {
    const { client } = await buildMember();
    await without(["wechatpay", "alipay"], async () => {
      const listed = await client.post("/app-api/pay/channel/get-enable-code-list", { appId: PayAppId.mall });
      expect(listed.data).to.deep.equal(["wallet"]);
      const recharge = await client.post("/app-api/pay/wallet-recharge/create", { payPrice: 1_000 });
      expect(recharge.code, recharge.msg).to.equal(NOT_OFFERED);
    });
  });

  it("without e-invoices members apply for paper ones", async () => {
    const built = await buildPaidOrder();
    await without(["invoice"], async () => {
      const electronic = await built.client.post(APPLY, invoiceBody(built));
      expect([electronic.code, electronic.data]).to.deep.equal([NOT_OFFERED, false]);
      expect(await invoiceOf(built.order._id)).to.equal(null);
      const paper = await built.client.post(APPLY, invoiceBody(built, onPaper));
      expect(paper.code, paper.msg).to.equal(200);
      const invoice = (await invoiceOf(built.order._id))!;
      expect(invoice).to.include({ type: InvoiceMedium.paper, status: InvoiceStatus.applied });
      const { client: operator } = await buildOperator();
      const retried = await operator.put("/admin-api/member/invoice/retry", { id: invoice._id });
      expect(retried.code).to.equal(NOT_OFFERED);
    });
  });

  it("without an application its type of sign-in is refused, the others are not", async () => {
    const { client } = await buildMember();
    const social = (socialType: number) =>
      stranger.post("/app-api/member/auth/social-login", { type: socialType, code: "a-code", state: "default" });
    const off = async (group: ProviderGroup, call: () => Promise<{ code: number; msg: string }>) =>
      without([group], async () => expect((await call()).code, group).to.equal(NOT_OFFERED));
    await off("social-mini", () => social(34));
    await off("social-mini", () => client.post("/app-api/social/getUserPhoneNum", { code: "a-code" }));
    await off("social-official", () => stranger.get(redirectOf(31)));
    await off("social-website", () => stranger.get(redirectOf(32)));
    await without(["social-official"], async () => expect((await stranger.get(redirectOf(32))).code).to.equal(0));
    await without(["social-mini", "social-official", "social-website"], async () => {
      const scanned = await stranger.get("/app-api/website/auth/scan?state=a");
      expect([scanned.status, /not offered by this shop/.test(scanned.text)]).to.deep.equal([400, true]);
    });
  });

  it("without SMS a member sets a password by the own social account, and nobody by another's", async () => {
    const { member, client } = await buildMember();
    const [own, other] = [await buildSocialPerson(), await buildSocialPerson()];
    await MemberSocialModel.create([
      { _id: member._id, memberId: member._id, type: 34, openid: own.openid, unionid: own.unionid },
    ]);
    const set = (more: object) =>
      client.post("/app-api/member/user/update-password", { password: "a new one", ...more });
    const by = async (person: typeof own) => ({
      socialType: 34,
      socialCode: await person.code("login"),
      socialState: "default",
    });
    expect((await set(await by(own))).msg, "while SMS is on").to.match(/^code: is required/);
    await without(["sms"], async () => {
      expect((await set({ code: "1234" })).code).to.equal(NOT_OFFERED);
      expect((await set(await by(other))).code).to.equal(1004003005);
      expect((await set(await by(own))).data).to.equal(true);
      const signedIn = await stranger.post(LOGIN, { mobile: member.mobile, password: "a new one" });
      expect(signedIn.data.userId, signedIn.msg).to.equal(member._id);
    });
  });

  it("an operator sets a member's password, which ends the member's sessions", async () => {
    const { member, client } = await buildMember();
    const path = "/admin-api/member/user/update-password";
    const { client: clerk } = await buildOperator(["member:user:update"]);
    expect((await clerk.put(path, { id: member._id, password: "from them" })).status).to.equal(403);
    const { client: operator } = await buildOperator(["member:user:update-password"]);
    expect((await operator.put(path, { id: 699_999_999, password: "from them" })).code).to.equal(1004001000);
    expect((await operator.put(path, { id: member._id, password: "abc" })).msg).to.match(/^password: /);
    const { data, msg } = await operator.put(path, { id: member._id, password: "from them" });
    expect(data, msg).to.equal(true);
    expect((await client.get("/app-api/member/user/get")).status).to.equal(401);
    const signedIn = await stranger.post(LOGIN, { mobile: member.mobile, password: "from them" });
    expect(signedIn.data.userId, signedIn.msg).to.equal(member._id);
  });

  it("without SMS a new mobile is told to nobody, and leaves no message that waits", async () => {
    const { member } = await buildMember();
    const { client: operator } = await buildOperator();
    await without(["sms"], async () => {
      const changed = await operator.put("/admin-api/member/user/update", { id: member._id, mobile: freshMobile() });
      expect(changed.data, changed.msg).to.equal(true);
      expect(await SmsCodeModel.countDocuments({ mobile: member.mobile! })).to.equal(0);
    });
  });

  it("a message that waits when SMS is switched off is not lost: it ends as a dead letter", async () => {
    const { client } = await buildMember();
    const queue = queueNamed("sms");
    await queue.pause();
    const mobile = freshMobile();
    expect((await client.post("/app-api/member/auth/send-sms-code", { mobile, scene: 2 })).data).to.equal(true);
    const { _id: smsCodeId } = (await SmsCodeModel.findOne({ mobile }).lean())!;
    await without(["sms"], async () => {
      await queue.resume();
      await eventually("it has ended", async () => {
        const row = await OutboxModel.findOne({ job: "member.sendSms", "payload.smsCodeId": smsCodeId }).lean();
        return row?.state === "dead";
      });
    });
    expect(await SmsCodeModel.findById(smsCodeId).lean()).to.include({ status: SmsStatus.waiting });
  });
});
