import { goOnReplaying, replayLettersJob } from "#shared/domains/operations/queues/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(replayLettersJob, ({ replayId }) => goOnReplaying(replayId));
