import {
  endDueActivities,
  expireCoupons,
  expireGroup,
  giveRegistrationCoupons,
} from "#shared/domains/promotion/worker.js";
import { giveRegistrationCouponsJob, expireCouponsJob } from "#shared/domains/promotion/promotion.jobs.js";
import { expireGroupJob, endDueActivitiesJob } from "#shared/domains/promotion/activity/activity.jobs.js";
import { processor, type Processor } from "./runtime/processor.js";

export default [
  processor(giveRegistrationCouponsJob, ({ memberId }) => giveRegistrationCoupons(memberId)),
  processor(expireCouponsJob, () => expireCoupons()),
  processor(expireGroupJob, ({ groupId }) => expireGroup(groupId)),
  processor(endDueActivitiesJob, () => endDueActivities()),
] satisfies Processor[];
