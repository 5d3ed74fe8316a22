import { z } from "zod";
import { endpoint, member, memberIfSignedIn, operator } from "#api/http/endpoint.js";
import {
  createVirtualReview,
  pageReviewsForOperators,
  pageReviews,
  replyToReview,
  showOwnReview,
  showReview,
} from "#shared/domains/catalog/index.js";
import { errors } from "#shared/kernel/request/errors.js";
import {
  ReviewAdminPageQuery,
  ReviewAdminPageView,
  ReviewCreateBody,
  ReviewPageBody,
  ReviewPageView,
  ReviewReplyBody,
  ReviewVisibleBody,
} from "./review.schemas.js";
import { ownReviewView, reviewAdminView, reviewView } from "./review.views.js";

const getCommentPage = endpoint({
  method: "post",
  path: "/app-api/product/comment/getCommentPage",
  access: memberIfSignedIn(),
  summary: "Lists the public reviews of a product; with userId or without spuId, the caller's own reviews",
  input: { body: ReviewPageBody },
  output: ReviewPageView,
  handle: async ({ body: { userId, ...body }, actor }) => {
    const own = userId !== undefined || body.spuId === undefined;
    if (own && !actor) throw errors.NotSignedIn();
    if (userId !== undefined && userId !== actor?.memberId) throw errors.Forbidden();
    return { own, ...(await pageReviews(own ? { ...body, memberId: actor!.memberId } : body)) };
  },
  view: ({ own, list, total }) => ({ list: list.map(own ? ownReviewView : reviewView), total }),
});

const updateVisible = endpoint({
  method: "post",
  path: "/app-api/product/comment/update-visible",
  access: member(),
  summary: "Shows or hides one of the member's own reviews",
  input: { body: ReviewVisibleBody },
  output: z.boolean(),
  handle: ({ body, actor }) => showOwnReview(actor.memberId, body.id, body.visible),
});

const adminPage = endpoint({
  method: "get",
  path: "/admin-api/product/comment/page",
  access: operator("product:comment:query"),
  summary: "Lists all reviews, including hidden ones, newest first",
  input: { query: ReviewAdminPageQuery },
  output: ReviewAdminPageView,
  handle: ({ query: { userId, ...query } }) => pageReviewsForOperators({ ...query, memberId: userId }),
  view: ({ list, total }) => ({ list: list.map(reviewAdminView), total }),
});

const adminReply = endpoint({
  method: "put",
  path: "/admin-api/product/comment/reply",
  access: operator("product:comment:update"),
  summary: "Replies to a review on behalf of the shop",
  input: { body: ReviewReplyBody },
  output: z.boolean(),
  handle: ({ body, actor }) => replyToReview(actor.operatorId, body.id, body.replyContent),
});

const adminUpdateVisible = endpoint({
  method: "put",
  path: "/admin-api/product/comment/update-visible",
  access: operator("product:comment:update"),
  summary: "Shows or hides a review",
  input: { body: ReviewVisibleBody },
  output: z.boolean(),
  handle: ({ body }) => showReview(body.id, body.visible),
});

const adminCreate = endpoint({
  method: "post",
  path: "/admin-api/product/comment/create",
  access: operator("product:comment:create"),
  summary: "Creates a virtual review, without a member or an order",
  input: { body: ReviewCreateBody },
  output: z.number().int(),
  idempotent: "after",
  handle: ({ body: { userNickname, userAvatar, ...body } }) =>
    createVirtualReview({
      ...body,
      nickname: userNickname,
      avatar: userAvatar ?? "",
      anonymous: body.anonymous ?? false,
      picUrls: body.picUrls ?? [],
    }),
});

export const reviewEndpoints = [getCommentPage, updateVisible, adminPage, adminReply, adminUpdateVisible, adminCreate];
