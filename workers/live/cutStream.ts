import { cutStream, cutStreamJob } from "#shared/domains/live/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(cutStreamJob, ({ liveId }) => cutStream(liveId));
