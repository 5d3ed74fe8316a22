import { z } from "zod";
import { endpoint, member, memberIfSignedIn } from "#api/http/endpoint.js";
import { findSpus } from "#shared/domains/catalog/index.js";
import { countedWhole } from "#shared/kernel/lists/pageOf.js";
import {
  pageCoupons,
  listTakeableTemplates,
  takeCoupon,
  type TakeableTemplate,
} from "#shared/domains/promotion/index.js";
import {
  CouponPage,
  CouponPageBody,
  CouponTakeBody,
  TakeableTemplateList,
  TakeableTemplateQuery,
} from "./coupon.schemas.js";
import { couponView, takeableTemplateView } from "./coupon.views.js";

const templateList = endpoint({
  method: "get",
  path: "/app-api/promotion/coupon-template/list",
  access: memberIfSignedIn(),
  summary:
    "Lists coupons that members can take now, newest first; canTake is false once the member has reached the limit",
  input: { query: TakeableTemplateQuery },
  output: TakeableTemplateList,
  handle: ({ query, actor }) => takeable(actor?.memberId ?? null, query),
  view: (list) => list.map(takeableTemplateView),
});

async function takeable(
  memberId: number | null,
  { spuId, productScope, count = 10 }: z.output<typeof TakeableTemplateQuery>,
): Promise<TakeableTemplate[]> {
  if (spuId === undefined) return listTakeableTemplates(memberId, { count, productScope });
  const [spu] = await findSpus([spuId]);
  if (!spu) return [];
  const item = { spuId, categoryId: spu.categoryId };
  return listTakeableTemplates(memberId, { count, productScope, item });
}

const take = endpoint({
  method: "post",
  path: "/app-api/promotion/coupon/take",
  access: member(),
  summary: "Takes a coupon of a template",
  input: { body: CouponTakeBody },
  output: z.boolean(),
  idempotent: "transaction",
  handle: ({ body, actor }) => takeCoupon(actor.memberId, body.templateId),
});

const page = endpoint({
  method: "post",
  path: "/app-api/promotion/coupon/page",
  access: member(),
  summary: "Lists the member's coupons, newest first",
  input: { body: CouponPageBody },
  output: CouponPage,
  handle: ({ body, actor }) => pageCoupons({ memberId: actor.memberId, status: body.status }, countedWhole(body)),
  view: ({ list, total }) => ({ list: list.map(couponView), total }),
});

export const couponEndpoints = [templateList, take, page];
