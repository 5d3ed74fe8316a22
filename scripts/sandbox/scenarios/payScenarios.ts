/** Scenarios of payments and refunds. */
import { z } from "zod";
import { SettleRefused, type ChannelOrder, type ChannelRefund, type PayChannel } from "../pay/channel.js";
import { No, scenario, subject, Times, type Scenario, type Stage } from "./scenario.js";

const MOVES = { notify: true, force: true } as const;
const PAYMENT = {
  outcome: "success",
  notify: true,
  delayMs: 0,
  badSignature: false,
  probe: false,
  force: true,
} as const;

const newestFirst = <T extends { createdAt: number }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => b.createdAt - a.createdAt);
const ordersOf =
  ({ channels }: Stage) =>
  (): ChannelOrder[] =>
    newestFirst(channels.flatMap((channel) => channel.listOrders()));
const refundsOf =
  ({ channels }: Stage) =>
  (): ChannelRefund[] =>
    newestFirst(channels.flatMap((channel) => channel.listRefunds()));

function channelOf({ channels }: Stage, { channel: name }: { channel: string }): PayChannel {
  const channel = channels.find((one) => one.name === name);
  if (!channel) throw new SettleRefused(`no channel ${name}`);
  return channel;
}

const latePayment = scenario(
  "late-payment",
  {
    title: { en: "The money comes late", zh: "迟到的付款" },
    what: {
      en: "The order is paid right after the shop has closed it at the channel, and the shop is told `times` times.",
      zh: "商城在渠道关单之后，付款随即到账，并通知商城 `times` 次。",
    },
  },
  { no: No, times: z.int().min(1).max(500).default(1) },
  (stage, { no, times }) => {
    const order = subject(no, ordersOf(stage));
    return async () => {
      const found = order();
      if (found?.state === "paid") return true;
      if (found?.state !== "closed") return false;
      await channelOf(stage, found).settle(found.no, { ...PAYMENT, times });
      return true;
    };
  },
);

const wrongAmount = scenario(
  "wrong-amount",
  {
    title: { en: "Another amount is paid", zh: "实付金额不符" },
    what: {
      en: "The order is paid as soon as it is opened, but one fen (`byFen`) short, or more where it is negative.",
      zh: "订单一经下单即被支付，但少付一分（`byFen`）；为负数时则多付。",
    },
  },
  { no: No, byFen: z.int().min(-1_000_000).max(1_000_000).default(1) },
  (stage, { no, byFen }) => {
    const order = subject(no, ordersOf(stage));
    return async () => {
      const found = order();
      if (!found) return false;
      const amount = Math.max(1, found.amount - byFen);
      await channelOf(stage, found).settle(found.no, { ...PAYMENT, times: 1, amount });
      return true;
    };
  },
);

const doubleCallback = scenario(
  "double-callback",
  {
    title: { en: "A callback comes twice", zh: "回调重复" },
    what: {
      en: "The next callback (of the pay order, refund, parcel or invoice `no`) is sent `times` times at once.",
      zh: "下一个回调（可用 `no` 指定支付单、退款、包裹或发票）同时发送 `times` 次。",
    },
  },
  { no: No, times: Times },
  ({ plans }, { no = null, times }) => {
    plans.put({ platform: null, subject: no, count: 1, times });
    return undefined;
  },
);

const lostCallback = scenario(
  "lost-callback",
  {
    title: { en: "A callback never comes", zh: "回调丢失" },
    what: {
      en: "The next callback (of `no`) is not sent: only a query shows what happened.",
      zh: "下一个回调（可用 `no` 指定）不会发送：只有查询才能得知结果。",
    },
  },
  { no: No },
  ({ plans }, { no = null }) => {
    plans.put({ platform: null, subject: no, count: 1, lost: true });
    return undefined;
  },
);

const abnormalRefund = scenario(
  "abnormal-refund",
  {
    title: { en: "The payer cannot receive a refund", zh: "退款异常" },
    what: {
      en:
        "The next refund (of the payment or refund `no`) stays under way, then becomes abnormal, and after `laterMs` " +
        "ends as `later` says: success, closed, or never.",
      zh: "下一笔退款（可用 `no` 指定支付单或退款单）先处于处理中，随后变为异常，再过 `laterMs` 毫秒按 `later` 结束：success、closed 或 never。",
    },
  },
  {
    no: No,
    later: z.enum(["success", "closed", "never"]).default("success"),
    laterMs: z.int().min(0).max(600_000).default(3_000),
  },
  (stage, { no, later, laterMs }) => {
    const list = refundsOf(stage);
    const named = no === undefined ? undefined : list().find((one) => one.no === no);
    const isOf = (one: ChannelRefund): boolean => no === undefined || one.orderNo === no || one.no === no;
    const refund = subject(named?.no, () => list().filter(isOf));
    const held = {
      mode: "hold",
      count: 1,
      delayMs: 0,
      after: false,
      path: null,
      ...(no !== undefined && { no }),
    } as const;
    const platforms = named ? [] : stage.channels.map(({ name }) => name);
    for (const platform of platforms) stage.faults.put({ ...held, platform });
    return async () => {
      const found = refund();
      if (!found) return false;
      // Another channel's hold was not needed.
      for (const platform of platforms.filter((one) => one !== found.channel))
        stage.faults.put({ ...held, platform, count: 0 });
      const channel = channelOf(stage, found);
      await channel.settleRefund(found.no, { ...MOVES, outcome: "abnormal" });
      if (later !== "never")
        setTimeout(() => {
          // A merchant may have acted meanwhile.
          if (channel.findRefund(found.no)?.state === "abnormal")
            void channel.settleRefund(found.no, { ...MOVES, outcome: later }).catch(() => undefined);
        }, laterMs).unref();
      return true;
    };
  },
);

const returnedRefund = scenario(
  "returned-refund",
  {
    title: { en: "A bank sends a refund back", zh: "退款被银行退回" },
    what: {
      en: "The next refund that succeeded (or the refund `no`) is closed afterwards: its money is the merchant's again.",
      zh: "下一笔已成功的退款（可用 `no` 指定退款单）随后被关闭：款项退回商户。",
    },
  },
  { no: No },
  (stage, { no }) => {
    const refund = subject(no, refundsOf(stage));
    return async () => {
      const found = refund();
      if (found?.state !== "success") return false;
      await channelOf(stage, found).settleRefund(found.no, { ...MOVES, outcome: "closed" });
      return true;
    };
  },
);

const poorMerchant = scenario(
  "poor-merchant",
  {
    title: { en: "The merchant's balance is too low", zh: "商户余额不足" },
    what: {
      en: "The next refund (of the payment `no`) is refused, as the merchant's own balance is too low.",
      zh: "下一笔退款（可用 `no` 指定支付单）被拒绝：商户自身余额不足。",
    },
  },
  { no: No, provider: z.enum(["wechatpay", "alipay"]).default("wechatpay") },
  ({ faults }, { no, provider: platform }) => {
    const more = no !== undefined && { no };
    faults.put({ platform, mode: "lowBalance", count: 1, delayMs: 0, after: false, path: null, ...more });
    return undefined;
  },
);

export const payScenarios: readonly Scenario[] = [
  latePayment,
  wrongAmount,
  doubleCallback,
  lostCallback,
  abnormalRefund,
  returnedRefund,
  poorMerchant,
];
