import type { QueryFilter } from "mongoose";
import { containing, type TimeSpan, within } from "#shared/kernel/lists/filters.js";
import { countedWhole, pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { ReviewModel, type ReviewDoc } from "./review.model.js";
import { reviewTotals } from "./reviewTotals.js";
import { ReviewGrade } from "../catalog.states.js";

interface ReviewPageQuery extends Page {
  spuId?: number | undefined;
  /** The author. */
  memberId?: number | undefined;
  type?: ReviewGrade | undefined;
  goodComment?: boolean | undefined;
}

const GOOD_FROM = 4;
const BAD_TO = 2;
const scoresOfType = {
  [ReviewGrade.all]: undefined,
  [ReviewGrade.good]: { $gte: GOOD_FROM },
  [ReviewGrade.medium]: { $gt: BAD_TO, $lt: GOOD_FROM },
  [ReviewGrade.bad]: { $lte: BAD_TO },
} as const;

/** Visible reviews, newest first; with `memberId` also those that their author hides. */
export async function pageReviews(query: ReviewPageQuery): Promise<PageOf<ReviewDoc>> {
  const filter: QueryFilter<ReviewDoc> = { hiddenByOperator: false };
  if (query.memberId === undefined) filter.visible = true;
  if (query.spuId !== undefined) filter.spuId = query.spuId;
  if (query.memberId !== undefined) filter.memberId = query.memberId;
  const ofType = scoresOfType[query.type ?? ReviewGrade.all];
  const conditions = [ofType, query.goodComment ? scoresOfType[ReviewGrade.good] : undefined].filter(
    (one) => one !== undefined,
  );
  if (conditions.length > 0) filter.$and = conditions.map((scores) => ({ scores }));
  if (query.memberId !== undefined) return pageOf(ReviewModel, filter, countedWhole(query));
  const count = (): Promise<number> =>
    reviewTotals.read(JSON.stringify(filter), () => ReviewModel.countDocuments(filter).exec());
  return pageOf(ReviewModel, filter, query, undefined, { count });
}

interface ReviewAdminQuery extends Page {
  userNickname?: string | undefined;
  orderId?: number | undefined;
  spuId?: number | undefined;
  memberId?: number | undefined;
  /** Matches a part of the product's name at the purchase. */
  spuName?: string | undefined;
  scores?: number | undefined;
  replyStatus?: boolean | undefined;
  createTime?: TimeSpan | undefined;
}

/** All reviews, hidden ones too, newest first. */
export async function pageReviewsForOperators(query: ReviewAdminQuery): Promise<PageOf<ReviewDoc>> {
  const filter: QueryFilter<ReviewDoc> = {};
  if (query.orderId !== undefined) filter.orderId = query.orderId;
  if (query.spuId !== undefined) filter.spuId = query.spuId;
  if (query.memberId !== undefined) filter.memberId = query.memberId;
  if (query.scores !== undefined) filter.scores = query.scores;
  if (query.replyStatus !== undefined) filter.repliedAt = query.replyStatus ? { $ne: null } : null;
  if (query.userNickname) filter.nickname = containing(query.userNickname);
  if (query.spuName) filter.spuName = containing(query.spuName);
  if (query.createTime) filter.createdAt = within(query.createTime);
  return pageOf(ReviewModel, filter, query);
}
