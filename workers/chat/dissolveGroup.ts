import { dissolveGroup, dissolveGroupJob } from "#shared/domains/chat/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(dissolveGroupJob, ({ liveId }) => dissolveGroup(liveId));
