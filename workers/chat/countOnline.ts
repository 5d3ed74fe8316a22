import { countOnlineAtPlatform, countOnlineJob } from "#shared/domains/chat/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(countOnlineJob, ({ groupId }) => countOnlineAtPlatform(groupId));
