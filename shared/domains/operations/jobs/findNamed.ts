import { invoicesOfNumber, subjectsOfInvoices } from "#shared/domains/invoice/index.js";
import { findMemberByMobile, MemberModel, SmsCodeModel, type MemberDoc } from "#shared/domains/member/index.js";
import {
  merchantOrdersOf,
  payOrdersOfAnyNumber,
  refundsOfNumber,
  subjectsOfPayOrders,
  subjectsOfRefunds,
} from "#shared/domains/pay/index.js";
import {
  ordersInParcel,
  ordersOfMember,
  ordersPaidBy,
  salesOfNumber,
  subjectsOfAfterSale,
  subjectsOfOrders,
} from "#shared/domains/trade/index.js";
import { subject } from "#shared/kernel/queue/subjects.js";

export const namedKinds = ["order", "payOrder", "refund", "afterSale", "invoice", "parcel", "member"] as const;
export type NamedKind = (typeof namedKinds)[number];

/** A thing that a search text names. */
export interface Named {
  kind: NamedKind;
  id: number;
  /** What it was found by; for a member the mobile. */
  no: string;
}

/** Everything that a number, a mobile or an id names, of every kind. */
export async function findNamed(q: string): Promise<Named[]> {
  const [{ orders, afterSales, parcels }, payOrderIds, refunds, invoices, members] = await Promise.all([
    salesOfNumber(q),
    payOrdersOfAnyNumber(q),
    refundsOfNumber(q),
    invoicesOfNumber(q),
    membersOf(q),
  ]);
  const as = (kind: NamedKind, found: { id: number; no: string }[]): Named[] =>
    found.map(({ id, no }) => ({ kind, id, no }));
  return [
    ...as("order", orders),
    ...as(
      "payOrder",
      [...new Set(payOrderIds)].map((id) => ({ id, no: q })),
    ),
    ...as("refund", refunds),
    ...as("afterSale", afterSales),
    ...as("invoice", invoices),
    ...as("parcel", parcels),
    ...as("member", members),
  ];
}

const isMobile = (text: string): boolean => /^1\d{10}$/.test(text);

async function membersOf(q: string): Promise<{ id: number; no: string }[]> {
  if (isMobile(q)) {
    const member = await findMemberByMobile(q);
    return member ? [{ id: member._id, no: q }] : [];
  }
  if (!/^[1-9]\d{0,14}$/.test(q)) return [];
  const member = await MemberModel.findById(Number(q), { mobile: 1 }).lean<Pick<MemberDoc, "_id" | "mobile">>();
  return member ? [{ id: member._id, no: member.mobile ?? "" }] : [];
}

/** The subjects of a thing's jobs, and of everything that belongs to it. */
export async function subjectsOfNamed({ kind, id, no }: Named): Promise<string[]> {
  switch (kind) {
    case "order":
      return ofOrders([id]);
    case "payOrder":
      return [
        ...(await subjectsOfPayOrders([id])),
        ...(await ofOrders(await ordersPaidBy(await merchantOrdersOf([id])))),
      ];
    case "refund":
      return subjectsOfRefunds([id]);
    case "afterSale": {
      const { subjects, refundIds } = await subjectsOfAfterSale(id);
      return [...subjects, ...(await subjectsOfRefunds(refundIds))];
    }
    case "invoice":
      return [subject("invoiceId", id)];
    case "parcel":
      return [subject("parcelId", id), ...(await ofOrders(await ordersInParcel(id)))];
    case "member":
      return [subject("memberId", id), ...(await codesSentTo(no)), ...(await ofOrders(await ordersOfMember(id)))];
  }
}

async function ofOrders(orderIds: readonly number[]): Promise<string[]> {
  const [{ subjects, payOrderIds, refundIds }, invoices] = await Promise.all([
    subjectsOfOrders(orderIds),
    subjectsOfInvoices(orderIds),
  ]);
  const [ofPayOrders, ofRefunds] = await Promise.all([subjectsOfPayOrders(payOrderIds), subjectsOfRefunds(refundIds)]);
  return [...new Set([...subjects, ...invoices, ...ofPayOrders, ...ofRefunds])];
}

const MOST_CODES = 20;
/** Also for non-members, whose sign-up may have failed for a code that never came. */
export async function codesSentTo(mobile: string): Promise<string[]> {
  if (!isMobile(mobile)) return [];
  const codes = await SmsCodeModel.find({ mobile }, { _id: 1 })
    .sort({ createdAt: -1 })
    .limit(MOST_CODES)
    .lean<{ _id: number }[]>();
  return codes.map(({ _id }) => subject("smsCodeId", _id));
}
