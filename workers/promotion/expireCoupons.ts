import { expireCoupons, expireCouponsJob } from "#shared/domains/promotion/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(expireCouponsJob, () => expireCoupons());
