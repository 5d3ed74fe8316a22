import { pushVideo, pushVideoJob } from "#shared/domains/video/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(pushVideoJob, ({ videoId }) => pushVideo(videoId));
