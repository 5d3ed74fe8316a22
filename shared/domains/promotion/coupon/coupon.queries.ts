import type { QueryFilter } from "mongoose";
import { MemberModel, type MemberDoc } from "#shared/domains/member/index.js";
import { eachOf } from "#shared/kernel/lists/eachOf.js";
import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { inBatches } from "#shared/kernel/mongo/batches.js";
import { clock } from "#shared/kernel/time/clock.js";
import { CouponModel, type CouponDoc } from "./coupon.model.js";
import { CouponStatus } from "./coupon.states.js";

/** The status at a moment, as the job that writes "expired" may be a minute late. */
export function couponStatusAt({ status, validEndAt }: CouponDoc, at: Date): CouponStatus {
  return status === CouponStatus.unused && validEndAt <= at ? CouponStatus.expired : status;
}

function ofStatus(status: CouponStatus | undefined, at: Date): QueryFilter<CouponDoc> {
  if (status === undefined) return {};
  if (status === CouponStatus.unused) return { status: CouponStatus.unused, validEndAt: { $gt: at } };
  if (status === CouponStatus.used) return { status: CouponStatus.used };
  return { $or: [{ status: CouponStatus.expired }, { status: CouponStatus.unused, validEndAt: { $lte: at } }] };
}

/** A limit, as a settlement shows each coupon. */
const MOST_SETTLED = 1_000;

/** For settlements: unused coupons before their end, also those not valid yet. Soonest end first. */
export async function unusedCoupons(memberId: number, at: Date): Promise<CouponDoc[]> {
  return CouponModel.find({ memberId, ...ofStatus(CouponStatus.unused, at) })
    .sort({ validEndAt: 1, _id: 1 })
    .limit(MOST_SETTLED)
    .lean<CouponDoc[]>();
}

export interface CouponSearch {
  memberId?: number | undefined;
  templateId?: number | undefined;
  status?: CouponStatus | undefined;
  /** Both ends inclusive. */
  createdBetween?: TimeSpan | undefined;
}

/** Coupons, newest first. */
export const pageCoupons = (search: CouponSearch, page: Page): Promise<PageOf<CouponDoc>> =>
  pageOf(CouponModel, filterOf(search), page);

function filterOf({ memberId, templateId, status, createdBetween }: CouponSearch): QueryFilter<CouponDoc> {
  const filter: QueryFilter<CouponDoc> = ofStatus(status, clock.now());
  if (memberId !== undefined) filter.memberId = memberId;
  if (templateId !== undefined) filter.templateId = templateId;
  if (createdBetween) filter.createdAt = within(createdBetween);
  return filter;
}

export interface CouponOfMember {
  coupon: CouponDoc;
  /** "" when the member does not exist any more. */
  nickname: string;
}

/** For operators: the same with the members' nicknames. */
export async function pageCouponsForOperators(search: CouponSearch, page: Page): Promise<PageOf<CouponOfMember>> {
  const { list, total } = await pageCoupons(search, page);
  return { list: await withNicknames(list), total };
}

/** Streams all results of a search, newest first. */
export async function* eachCoupon(search: CouponSearch): AsyncGenerator<CouponOfMember> {
  const found = eachOf(CouponModel, filterOf(search));
  for await (const coupons of inBatches(found, 200)) yield* await withNicknames(coupons);
}

async function withNicknames(list: CouponDoc[]): Promise<CouponOfMember[]> {
  const memberIds = [...new Set(list.map(({ memberId }) => memberId))];
  const members = await MemberModel.find({ _id: { $in: memberIds } }, { nickname: 1 }).lean<
    Pick<MemberDoc, "_id" | "nickname">[]
  >();
  const nicknames = new Map(members.map(({ _id, nickname }) => [_id, nickname]));
  return list.map((coupon) => ({ coupon, nickname: nicknames.get(coupon.memberId) ?? "" }));
}
