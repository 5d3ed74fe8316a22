import { readGroupAtPlatform, readGroupJob } from "#shared/domains/chat/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(readGroupJob, ({ groupId }) => readGroupAtPlatform(groupId));
