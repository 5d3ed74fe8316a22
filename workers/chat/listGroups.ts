import { listGroupsAtPlatform, listGroupsJob } from "#shared/domains/chat/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(listGroupsJob, () => listGroupsAtPlatform());
