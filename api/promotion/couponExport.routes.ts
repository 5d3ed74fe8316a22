import { csvExport, named, onlyCount, shopTime, yuan } from "#api/http/csv/csvExport.js";
import {
  couponStatusAt,
  eachCoupon,
  pageCouponsForOperators,
  type CouponSearch,
} from "#shared/domains/promotion/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { CouponAdminPageQuery } from "./coupon.schemas.js";
import { CouponStatus, CouponTakeType } from "#shared/domains/promotion/coupon/coupon.states.js";

interface Query extends Omit<CouponSearch, "memberId" | "createdBetween"> {
  userId?: number | undefined;
  createTime?: CouponSearch["createdBetween"];
}
const searchOf = ({ userId: memberId, createTime: createdBetween, ...same }: Query): CouponSearch => ({
  ...same,
  memberId,
  createdBetween,
});

const status = named({
  [CouponStatus.unused]: ["unused", "未使用"],
  [CouponStatus.used]: ["used", "已使用"],
  [CouponStatus.expired]: ["expired", "已过期"],
});
const takeType = named({
  [CouponTakeType.taken]: ["taken", "领取"],
  [CouponTakeType.given]: ["given", "发放"],
  [CouponTakeType.atRegistration]: ["for joining", "注册赠送"],
});

export const couponExport = csvExport({
  path: "/admin-api/promotion/coupon",
  noun: "promotion:coupon",
  summary: "Exports the members' coupons that match the same filters as a CSV file",
  pageQuery: CouponAdminPageQuery,
  count: async (query) => (await pageCouponsForOperators(searchOf(query), onlyCount)).total,
  rows: (query) => eachCoupon(searchOf(query)),
  columns: [
    ["Coupon", "优惠券编号", ({ coupon }) => coupon._id],
    ["Template", "模板编号", ({ coupon }) => coupon.templateId],
    ["Name", "名称", ({ coupon }) => coupon.name],
    ["Member", "会员编号", ({ coupon }) => coupon.memberId],
    ["Nickname", "会员昵称", ({ nickname }) => nickname],
    ["Status", "状态", ({ coupon }) => status(couponStatusAt(coupon, clock.now()))],
    ["How it came", "领取方式", ({ coupon }) => takeType(coupon.takeType)],
    ["From (yuan)", "使用门槛(元)", ({ coupon }) => yuan(coupon.usePriceFen)],
    ["Off (yuan)", "优惠金额(元)", ({ coupon }) => yuan(coupon.discountFen)],
    ["Percent paid", "折扣百分比", ({ coupon }) => coupon.discountPercent],
    ["Taken at", "领取时间", ({ coupon }) => shopTime(coupon.createdAt)],
    ["Good from", "生效时间", ({ coupon }) => shopTime(coupon.validStartAt)],
    ["Good until", "失效时间", ({ coupon }) => shopTime(coupon.validEndAt)],
    ["Used at", "使用时间", ({ coupon }) => shopTime(coupon.usedAt)],
    ["Order", "订单编号", ({ coupon }) => coupon.orderId],
  ],
});
