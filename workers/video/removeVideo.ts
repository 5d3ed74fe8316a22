import { removeVideo, removeVideoJob } from "#shared/domains/video/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(removeVideoJob, ({ videoId }) => removeVideo(videoId));
