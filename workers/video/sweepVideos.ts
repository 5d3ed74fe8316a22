import { sweepVideos, sweepVideosJob } from "#shared/domains/video/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(sweepVideosJob, () => sweepVideos());
