import { makeGroup, makeGroupJob } from "#shared/domains/chat/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(makeGroupJob, ({ liveId }) => makeGroup(liveId));
