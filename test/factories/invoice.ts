import { expect } from "chai";
import { InvoiceModel } from "#shared/domains/invoice/invoice.model.js";
import type { InvoiceDoc } from "#shared/domains/invoice/index.js";
import { buildPaidOrder, type BuiltOrder, type OrderOverrides } from "./order.js";

export const APPLY = "/member/invoiceInfo/appCreateOrderInvoiceInfo";

/** What a client sends for an electronic ordinary invoice to a person. */
export const invoiceBody = (
  { order }: Pick<BuiltOrder, "order">,
  overrides: Record<string, unknown> = {},
): Record<string, unknown> => ({
  orderNumber: order._id,
  invoiceType: 1,
  invoicePrice: String(order.payPriceFen - order.refundPriceFen),
  title: "张三",
  titleType: "1",
  type: 2,
  email: `buyer-${order._id}@mail.example`,
  ...overrides,
});

/** The fields of a company. */
export const company = {
  titleType: "2",
  title: "杭州某某科技有限公司",
  taxNo: "91330100MA27ABCD1X",
  address: "杭州市滨江区江南大道 3888 号",
  phone: "0571-87654321",
  bankAddress: "工商银行滨江支行",
  bankNo: "1202020209900098765",
};
/** Instead of by mail, on paper. */
export const onPaper = { type: 1, email: undefined, mailingAddress: "杭州市西湖区文三路 2 号 张三 13800138000" };

export interface BuiltInvoice extends BuiltOrder {
  invoice: InvoiceDoc;
}

/** An invoice that the member of a paid order applied for through HTTP. Its jobs run as they come. */
export async function buildInvoice({
  body = {},
  ordered,
  ...overrides
}: OrderOverrides & { body?: Record<string, unknown>; ordered?: BuiltOrder } = {}): Promise<BuiltInvoice> {
  const built = ordered ?? (await buildPaidOrder(overrides));
  const reply = await built.client.post(APPLY, invoiceBody(built, body));
  expect([reply.code, reply.data], reply.msg).to.deep.equal([200, true]);
  return { ...built, invoice: (await invoiceOf(built.order._id))! };
}

/** The latest invoice of an order, as it is stored now. */
export async function invoiceOf(orderId: number): Promise<InvoiceDoc | null> {
  return InvoiceModel.findOne({ orderId }).sort({ _id: -1 }).lean<InvoiceDoc>();
}
