import { endDueActivities, endDueActivitiesJob } from "#shared/domains/activity/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(endDueActivitiesJob, () => endDueActivities());
