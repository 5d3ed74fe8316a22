import { endDueActivities, endDueActivitiesJob } from "#shared/domains/promotion/activity/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(endDueActivitiesJob, () => endDueActivities());
