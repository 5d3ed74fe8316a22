import { readMutedAtPlatform, readMutedJob } from "#shared/domains/chat/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(readMutedJob, ({ groupId }) => readMutedAtPlatform(groupId));
