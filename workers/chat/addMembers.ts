import { addMembers, addMembersJob } from "#shared/domains/chat/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(addMembersJob, ({ liveId, memberIds }) => addMembers(liveId, memberIds));
