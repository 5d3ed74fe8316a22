import { expireGroup, expireGroupJob } from "#shared/domains/activity/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(expireGroupJob, ({ groupId }) => expireGroup(groupId));
