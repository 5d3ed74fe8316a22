import { expect } from "chai";
import { OrderModel } from "#shared/domains/trade/index.js";
import { buildInvoice, onPaper } from "#test/factories/invoice.js";
import { buildMember } from "#test/factories/member.js";
import { buildPaidOrder, buildUnpaidOrder } from "#test/factories/order.js";
import { stranger, type Client } from "#test/support/client.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildRefundable, refund, untilDone } from "./support.js";

const LIST = "/member/invoiceInfo/appOrderInvoicedListPage";
interface Entry {
  tradeOrderId: number;
  invoiceStatus: number;
}

describe("the lists of orders and invoices", () => {
  const list = async (client: Client, invoiceType: number, more: object = {}) => {
    const reply = await client.post(LIST, { invoiceType, ...more });
    expect(reply.code, reply.msg).to.equal(200);
    return reply.data as { list: Entry[]; total: number };
  };
  const ids = ({ list: rows }: { list: Entry[] }): number[] => rows.map(({ tradeOrderId }) => tradeOrderId);

  it("to apply: what is paid, not cancelled, not refunded in full, not deleted, without a live invoice", async () => {
    const owner = await buildMember();
    await buildUnpaidOrder({ owner });
    const plain = await buildPaidOrder({ owner });
    const inPart = await buildRefundable({ owner });
    await refund(inPart, 100);
    const back = await buildRefundable({ owner });
    await refund(back);
    const deleted = await buildPaidOrder({ owner });
    await OrderModel.updateOne({ _id: deleted.order._id }, { $set: { deletedAt: new Date() } });
    const { order: invoiced } = await buildInvoice({ owner, body: onPaper });
    const { client } = owner;
    const page = await list(client, 1);
    expect(ids(page)).to.deep.equal([inPart.order._id, plain.order._id]);
    expect(page.total).to.equal(2);
    const { order, items } = plain;
    expect(page.list[1]).to.deep.equal({
      tradeOrderId: order._id,
      no: order.no,
      createTime: new Date(order.createdAt.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " "),
      payPrice: order.payPriceFen,
      invoiceStatus: 0,
      spuName: items[0]!.spuName,
      picUrl: (page.list[1] as Entry & { picUrl: string }).picUrl,
      invoicePrice: String(order.payPriceFen),
    });
    expect(page.list[0]).to.include({ invoicePrice: String(inPart.order.payPriceFen - 100) });
    expect(ids(await list(client, 2))).to.deep.equal([invoiced._id]);
    expect(await list((await buildMember()).client, 1)).to.deep.equal({ list: [], total: 0 });
  });

  it("invoiced: applied, issuing and done, with their kind; the address stands with a done electronic one alone", async () => {
    const owner = await buildMember();
    const paper = await buildInvoice({ owner, body: onPaper });
    const electronic = await buildInvoice({ owner });
    await untilDone(electronic.order._id);
    const page = await list(owner.client, 2);
    expect(page.list.map(({ tradeOrderId, invoiceStatus }) => [tradeOrderId, invoiceStatus])).to.deep.equal([
      [electronic.order._id, 3],
      [paper.order._id, 1],
    ]);
    expect(page.list[0]).to.deep.include({ type: 2 });
    expect((page.list[0] as Entry & { invoiceUrl: string }).invoiceUrl).to.match(
      new RegExp(`^http://127\\.0\\.0\\.1:\\d+/member/invoiceInfo/file/${electronic.invoice._id}$`),
    );
    expect(page.list[1]).to.deep.include({ type: 1, invoiceUrl: null });
    // What an operator refuses may be applied for again.
    const { client: operator } = await buildOperator(["member:invoice:reject"]);
    expect(
      (await operator.put("/admin-api/member/invoice/reject", { id: paper.invoice._id, reason: "No such street" }))
        .data,
    ).to.equal(true);
    expect(ids(await list(owner.client, 2))).to.deep.equal([electronic.order._id]);
    expect(ids(await list(owner.client, 1))).to.deep.equal([paper.order._id]);
    await buildInvoice({ ordered: paper, body: onPaper });
    expect(ids(await list(owner.client, 1))).to.deep.equal([]);
  });

  it("come in pages, newest first", async () => {
    const owner = await buildMember();
    const orders: number[] = [];
    for (let count = 0; count < 3; count++) orders.unshift((await buildPaidOrder({ owner })).order._id);
    const first = await list(owner.client, 1, { pageNo: 1, pageSize: 2 });
    const second = await list(owner.client, 1, { pageNo: 2, pageSize: 2 });
    expect([...ids(first), ...ids(second)]).to.deep.equal(orders);
    expect([first.total, second.total]).to.deep.equal([3, 3]);
  });

  it("want a kind and a possible page, of a member", async () => {
    const { client } = await buildMember();
    for (const [body, field] of [
      [{}, "invoiceType"],
      [{ invoiceType: 3 }, "invoiceType"],
      [{ invoiceType: 1, pageNo: 0 }, "pageNo"],
      [{ invoiceType: 1, pageSize: 101 }, "pageSize"],
      [{ invoiceType: { $gt: "" } }, "invoiceType"],
    ] as const) {
      const reply = await client.post(LIST, body);
      expect([reply.status, reply.msg.split(":")[0]]).to.deep.equal([400, field]);
    }
    expect((await stranger.post(LIST, { invoiceType: 1 })).status).to.equal(401);
  });
});
