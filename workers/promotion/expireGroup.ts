import { expireGroup, expireGroupJob } from "#shared/domains/promotion/activity/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(expireGroupJob, ({ groupId }) => expireGroup(groupId));
