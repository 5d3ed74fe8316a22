import type { DataOf } from "../../client/client";
import { afterSaleStates } from "../../pages/afterSale/afterSale.states";
import { shelfStates } from "../../pages/catalog/spu.states";
import { invoiceStates } from "../../pages/invoices/invoice.states";
import { memberStates } from "../../pages/members/member.states";
import { orderStates } from "../../pages/orders/order.states";
import { payStates, refundStates } from "../../pages/pay/pay.states";
import { enabledStates, type Colour, type States } from "../../parts/shown/figures";
import { jobStates } from "../../parts/shown/JobState";
import type { Pair } from "../../texts/texts";

export type Found = DataOf<"/admin-api/system/search">;
export type Hit = Found["groups"][number]["hits"][number];

interface HitKind {
  words: Pair;
  states?: States;
  to: (hit: Hit) => string;
}

export const hitKinds: Record<Hit["kind"], HitKind> = {
  order: { words: ["Orders", "订单"], states: orderStates, to: ({ id }) => `/orders/${id}` },
  payOrder: { words: ["Payments", "支付单"], states: payStates, to: ({ id }) => `/pay/orders/${id}` },
  refund: { words: ["Refunds", "退款"], states: refundStates, to: ({ title }) => `/pay/refunds?no=${asked(title)}` },
  afterSale: { words: ["After-sales", "售后"], states: afterSaleStates, to: ({ id }) => `/after-sales/${id}` },
  parcel: { words: ["Parcels", "包裹"], states: orderStates, to: ({ orderId }) => `/orders/${orderId}` },
  invoice: { words: ["Invoices", "发票"], states: invoiceStates, to: ({ id }) => `/invoices/${id}` },
  member: { words: ["Members", "会员"], states: memberStates, to: ({ id }) => `/members/${id}` },
  product: { words: ["Products", "商品"], states: shelfStates, to: ({ id }) => `/products/${id}` },
  operator: {
    words: ["Operators", "操作员"],
    states: enabledStates,
    to: ({ title }) => `/operators?username=${asked(title)}`,
  },
  job: { words: ["Jobs", "任务"], to: ({ about }) => `/jobs?q=${asked(about)}` },
  request: { words: ["Requests", "请求"], to: ({ title }) => `/operations/access?requestId=${asked(title)}` },
  failedRequest: {
    words: ["Failed requests", "失败的请求"],
    to: ({ title }) => `/operations/errors?requestId=${asked(title)}`,
  },
};

const asked = encodeURIComponent;

/** The words and colour of a hit's state; a request has its status. */
export function stateOf({ kind, state }: Hit): readonly [words: Pair, colour: Colour] | undefined {
  if (state === null) return undefined;
  if (kind === "job") return jobStates[state as keyof typeof jobStates];
  const known = hitKinds[kind].states?.[Number(state)];
  return known ? [known[0], known[1] ?? "default"] : [[state, state], "default"];
}
