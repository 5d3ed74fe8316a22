import { applyCallbackJob, cutStreamJob, endBrokenLiveJob, rollUpCountsJob } from "#shared/domains/live/live.jobs.js";
import { applyLiveCallback, cutStream, endBrokenLive } from "#shared/domains/live/worker.js";
import { rollUpCounts } from "#shared/domains/live/index.js";
import { processor, type Processor } from "./runtime/processor.js";

export default [
  processor(applyCallbackJob, ({ callbackId }) => applyLiveCallback(callbackId)),
  processor(rollUpCountsJob, () => rollUpCounts()),
  processor(endBrokenLiveJob, ({ liveId }) => endBrokenLive(liveId)),
  processor(cutStreamJob, ({ liveId }) => cutStream(liveId)),
] satisfies Processor[];
