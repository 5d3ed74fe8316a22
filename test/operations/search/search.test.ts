import { randomInt } from "node:crypto";
import { expect } from "chai";
import { MemberModel } from "#shared/domains/member/index.js";
import { flushRequestLogs } from "#shared/domains/operations/index.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { OrderModel } from "#shared/domains/trade/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { eachWithin } from "#shared/domains/operations/search/searchShop.js";
import { nextIds } from "#shared/kernel/mongo/ids.js";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { buildAfterSale, buildAfterSaleOperator, buildOrderPaidAtChannel, decide } from "#test/factories/afterSale.js";
import { buildAddress } from "#test/factories/address.js";
import { buildInvoice } from "#test/factories/invoice.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildPaidOrder, buildUnpaidOrder } from "#test/factories/order.js";
import { buildShippedOrder } from "#test/factories/shipment.js";
import { buildSpu } from "#test/factories/spu.js";
import { stranger, type Client } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const SEARCH = "/admin-api/system/search";
interface Hit {
  kind: string;
  id: number;
  title: string;
  state: string | null;
  amount: number | null;
  about: string;
  exact: boolean;
  orderId: number | null;
}

describe("one search for everything", () => {
  let client: Client;
  before(async () => {
    await startService();
    await seedDelivery();
    // Ids of one digit are too short to look for.
    for (const counter of ["tradeOrders", "members", "spus"]) await nextIds(counter, 10);
    ({ client } = await buildOperator(["*"]));
  });

  const search = (as: Client, text: string) => as.get(`${SEARCH}?text=${encodeURIComponent(text)}`);
  const find = async (text: string, as: Client = client) => {
    let reply = await search(as, text);
    // A busy machine may need longer for a kind than it has.
    for (let again = 0; again < 5 && reply.data?.notSearched.length > 0; again++) reply = await search(as, text);
    expect(reply.code, reply.msg).to.equal(0);
    expect(reply.data.notSearched).to.deep.equal([]);
    const groups = reply.data.groups as { kind: string; hits: Hit[] }[];
    const of = (kind: string): Hit[] => groups.find((group) => group.kind === kind)?.hits ?? [];
    return { kinds: groups.map(({ kind }) => kind), of, hits: groups.flatMap(({ hits }) => hits) };
  };
  const ids = (hits: Hit[]): number[] => hits.map(({ id }) => id);

  /** An order sent to a phone and a name that no other has. */
  async function orderTo(name: string, mobile: string) {
    const owner = await buildMember();
    const { _id: addressId } = await buildAddress(owner.member._id, { name, mobile });
    return buildUnpaidOrder({ owner, body: { addressId } });
  }

  it("an order by its number, the number's beginning and its id, with what belongs to it", async () => {
    const { order, payOrderId, invoice } = await buildInvoice();
    const found = await find(` ${order.no} `);
    expect(found.of("order")[0]).to.deep.include({
      id: order._id,
      title: order.no,
      state: "10",
      amount: order.payPriceFen,
      exact: true,
    });
    expect(ids(found.of("payOrder"))).to.deep.equal([payOrderId]);
    expect(ids(found.of("invoice"))).to.deep.equal([invoice._id]);
    expect(found.hits.filter(({ exact }) => exact)).to.have.length(1);
    const begun = (await find(order.no.slice(0, -1))).of("order");
    expect(begun.find(({ id }) => id === order._id)).to.include({ exact: false });
    expect(ids((await find(String(order._id))).of("order"))).to.include(order._id);
  });

  it("an order by its receiver: name, whole phone in any form, last four digits; the newest first", async () => {
    const mobile = freshMobile();
    const name = `Lin ${mobile}`;
    const older = await orderTo(name, mobile);
    const newer = await orderTo(name, mobile);
    const both = [newer.order._id, older.order._id];
    const [a, b, c] = [mobile.slice(0, 3), mobile.slice(3, 7), mobile.slice(7)];
    for (const text of [mobile, `+86 ${a} ${b} ${c}`, `${a}-${b}-${c}`, `0086${mobile}`, name])
      expect(ids((await find(text)).of("order")), text).to.deep.equal(both);
    const ended = (await find(c)).of("order");
    expect(ids(ended)).to.include.members(both);
    expect(ended[0]!.about).to.include(mobile);
  });

  it("an order by its new receiver after a change", async () => {
    const { order } = await buildPaidOrder();
    const mobile = freshMobile();
    const receiver = {
      receiverName: "New",
      receiverMobile: mobile,
      receiverAreaId: 330106,
      receiverDetailAddress: "1",
    };
    const changed = await client.put("/admin-api/trade/order/update-address", { id: order._id, ...receiver });
    expect(changed.code, changed.msg).to.equal(0);
    expect((await OrderModel.findById(order._id).lean())!.receiverMobileEnd).to.equal(mobile.slice(-4));
  });

  it("a member by mobile, id, nickname and its pinyin, and their orders by the mobile", async () => {
    const owner = await buildMember({ nickname: `龙井${freshMobile()}` });
    const { member } = owner;
    const mobile = member.mobile!;
    const { order } = await buildUnpaidOrder({ owner });
    for (const text of [mobile, `+86 ${mobile.slice(0, 3)} ${mobile.slice(3)}`]) {
      const found = await find(text);
      expect(found.of("member")[0]).to.include({ id: member._id, exact: true, about: mobile });
      expect(ids(found.of("order"))).to.deep.equal([order._id]);
    }
    expect(ids((await find(String(member._id))).of("member"))).to.include(member._id);
    expect(ids((await find("longjing")).of("member"))).to.include(member._id);
    expect(ids((await find("龙井")).of("member"))).to.include(member._id);
  });

  it("a member by the last four digits who ordered to the own mobile", async () => {
    const owner = await buildMember();
    const mobile = owner.member.mobile!;
    expect(ids((await find(mobile.slice(-4))).of("member"))).not.to.include(owner.member._id);
    const { _id: addressId } = await buildAddress(owner.member._id, { mobile });
    await buildUnpaidOrder({ owner, body: { addressId } });
    expect(ids((await find(mobile.slice(-4))).of("member"))).to.include(owner.member._id);
  });

  it("a payment by the channel's number, a refund and an after-sale by theirs and by their order's", async () => {
    const built = await buildOrderPaidAtChannel();
    const afterSaleId = await buildAfterSale(built);
    const colleague = await buildAfterSaleOperator();
    await decide(colleague, "agree", afterSaleId);
    await decide(colleague, "refund", afterSaleId);
    await runJobs();
    const byOrder = await find(built.order.no);
    expect(ids(byOrder.of("afterSale"))).to.deep.equal([afterSaleId]);
    const [refund] = byOrder.of("refund");
    expect(refund).to.include({ exact: false, amount: built.order.payPriceFen });
    const own = await find(refund!.title);
    expect(own.kinds).to.deep.equal(["refund"]);
    expect(own.of("refund")[0]).to.include({ id: refund!.id, exact: true });
    const [sale] = byOrder.of("afterSale");
    expect((await find(sale!.title)).of("afterSale")[0]).to.include({ id: afterSaleId, exact: true });
    const [payment] = byOrder.of("payOrder");
    expect((await find(payment!.title)).of("payOrder")[0]).to.include({ id: built.payOrderId, exact: true });
  });

  it("a parcel by its number, typed or scanned: the order in it", async () => {
    const { order, logisticsNo } = await buildShippedOrder();
    for (const text of [logisticsNo, logisticsNo.toLowerCase(), logisticsNo.replace(/(\d{4})/g, "$1 ")])
      expect((await find(text)).of("parcel"), text)
        .to.have.length(1)
        .and.have.nested.property("[0].orderId", order._id);
  });

  it("a product by a part of its name and pinyin, an operator by the beginning of a name", async () => {
    const word = `茉莉${randomInt(1e6)}`;
    const { spuId } = await buildSpu({ name: `${word}花茶` });
    for (const text of [word, `moli`, "花茶", String(spuId)])
      expect(ids((await find(text)).of("product")), text).to.include(spuId);
    const { operator } = await buildOperator([]);
    expect(ids((await find(operator.username.slice(0, 9))).of("operator"))).to.deep.equal([operator._id]);
  });

  it("a job and a request by their ids", async () => {
    const requestId = `asked-${randomInt(1e9)}`;
    const built = await buildUnpaidOrder();
    const [job] = await OutboxModel.find({ subjects: `orderId:${built.order._id}` }).lean();
    expect((await find(`o-${job!._id}-1`)).of("job")[0]).to.include({ id: job!._id, title: job!.job, exact: true });
    await client.with({ "x-request-id": requestId }).get("/admin-api/trade/order/page");
    await flushRequestLogs();
    const [call] = (await find(requestId)).of("request");
    expect(call).to.include({ title: requestId, state: "200", about: "GET /admin-api/trade/order/page" });
  });

  it("five of a kind, and only kinds whose list the operator may read", async () => {
    const mobile = freshMobile();
    const built = await orderTo(`Wang ${mobile}`, mobile);
    for (let count = 0; count < 5; count++) await buildUnpaidOrder({ owner: built, body: built.body });
    expect((await find(mobile)).of("order")).to.have.length(5);
    const { client: packer } = await buildOperator(["trade:order:query"]);
    expect((await find(built.order.no, packer)).kinds).to.deep.equal(["order"]);
    const { client: cashier } = await buildOperator(["pay:order:query"]);
    expect((await find(built.order.no, cashier)).kinds).to.deep.equal(["payOrder"]);
    const { client: nobody } = await buildOperator([]);
    expect((await find(built.order.no, nobody)).kinds).to.deep.equal([]);
    expect((await stranger.get(`${SEARCH}?text=12`)).status).to.equal(401);
  });

  it("a short text finds nothing; what cannot be read is told by field and reason, in both languages", async () => {
    for (const text of ["", " ", "1", "张"]) expect((await find(text)).kinds).to.deep.equal([]);
    const long = `${SEARCH}?text=${"1".repeat(65)}`;
    expect((await client.get(long)).msg).to.match(/^text: /);
    expect((await client.with({ "accept-language": "zh" }).get(long)).msg).to.match(/^text.*[\u4e00-\u9fff]/);
    const missing = await client.get(SEARCH);
    expect([missing.status, missing.msg]).to.deep.equal([400, "text: is required"]);
    for (const text of [".*", "$ne", "{}", "%", "a".repeat(64), "🍵🍵", "'; --"]) await find(text);
  });

  it("a kind that fails is named as not searched, and the others are found", async () => {
    const { order } = await buildUnpaidOrder();
    const { member } = await buildMember();
    await MemberModel.collection.updateOne({ _id: member._id as never }, { $unset: { createdAt: 1 } });
    await OrderModel.updateOne({ _id: order._id }, { $set: { receiverName: `N${member._id}` } });
    const reply = await client.get(`${SEARCH}?text=${member._id}`);
    expect(reply.data.notSearched).to.deep.equal(["member"]);
    await MemberModel.collection.updateOne({ _id: member._id as never }, { $set: { createdAt: clock.now() } });
  });

  it("one that is late is left out, and nobody waits for it", async () => {
    let end: () => void = () => undefined;
    const never = new Promise<string>((resolve) => (end = () => resolve("late")));
    const began = performance.now();
    const read = await eachWithin(
      [
        { name: "slow", read: () => never },
        { name: "quick", read: () => Promise.resolve("here") },
        { name: "broken", read: () => Promise.reject(new Error("gone")) },
      ],
      50,
    );
    end();
    expect(read).to.deep.equal([undefined, "here", undefined]);
    expect(performance.now() - began).to.be.below(seconds(30));
  });
});
