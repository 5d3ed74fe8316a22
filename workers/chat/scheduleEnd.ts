import { scheduleEnd, scheduleEndJob } from "#shared/domains/chat/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(scheduleEndJob, ({ liveId }) => scheduleEnd(liveId));
