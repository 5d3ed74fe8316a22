import {
  pushVideo,
  followVideo,
  removeVideo,
  applyVodCallback,
  sweepVideos,
  sweepOrphans,
} from "#shared/domains/video/worker.js";
import {
  pushVideoJob,
  followVideoJob,
  forgetUploaderJob,
  removeVideoJob,
  applyVodCallbackJob,
  sweepVideosJob,
  sweepOrphansJob,
} from "#shared/domains/video/video.jobs.js";
import { eraseUploader } from "#shared/domains/video/index.js";
import { processor, type Processor } from "./runtime/processor.js";

export default [
  processor(pushVideoJob, ({ videoId }) => pushVideo(videoId)),
  processor(followVideoJob, ({ videoId }) => followVideo(videoId)),
  processor(forgetUploaderJob, ({ memberId }) => eraseUploader(memberId)),
  processor(removeVideoJob, ({ videoId }) => removeVideo(videoId)),
  processor(applyVodCallbackJob, ({ callbackId }) => applyVodCallback(callbackId)),
  processor(sweepVideosJob, () => sweepVideos()),
  processor(sweepOrphansJob, async () => {
    await sweepOrphans();
  }),
] satisfies Processor[];
