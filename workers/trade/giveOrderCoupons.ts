import { giveOrderCoupons, giveOrderCouponsJob } from "#shared/domains/trade/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(giveOrderCouponsJob, ({ orderId }) => giveOrderCoupons(orderId));
