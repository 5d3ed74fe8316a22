import { followVideo, followVideoJob } from "#shared/domains/video/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(followVideoJob, ({ videoId }) => followVideo(videoId));
