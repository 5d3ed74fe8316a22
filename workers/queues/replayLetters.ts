import { goOnReplaying, replayLettersJob } from "#shared/domains/admin/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(replayLettersJob, ({ replayId }) => goOnReplaying(replayId));
