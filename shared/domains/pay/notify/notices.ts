import { recordObjective } from "#shared/kernel/observability/objectives.js";
import { defineDeliveries } from "#shared/kernel/webhooks/deliveryKind.js";
import { signingSecrets } from "../channel/payApp.queries.js";
import { deliverNotifyJob } from "../pay.jobs.js";
import { NotifyTaskModel, NotifyTryModel, type NotifyTaskDoc } from "./notifyTask.model.js";
import { messageId } from "./startNotify.js";

/** Notices to merchants. */
export const notices = defineDeliveries<NotifyTaskDoc>({
  tasks: NotifyTaskModel,
  tries: NotifyTryModel,
  triesCounter: "notifyTries",
  to: "merchant",
  userAgent: "member-commerce-notify",
  messageId: ({ _id }) => messageId(_id),
  secretsOf: ({ appId }) => signingSecrets(appId),
  job: deliverNotifyJob,
  tryPayload: (notifyId, tryNumber) => ({ notifyId, tryNumber }),
  onFirstTry: (waitedMs) => recordObjective("firstNotify", "notify", waitedMs),
});
