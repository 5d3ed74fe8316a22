import { giveRegistrationCoupons, giveRegistrationCouponsJob } from "#shared/domains/promotion/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(giveRegistrationCouponsJob, ({ memberId }) => giveRegistrationCoupons(memberId));
