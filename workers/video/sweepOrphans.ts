import { sweepOrphans, sweepOrphansJob } from "#shared/domains/video/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(sweepOrphansJob, async () => {
  await sweepOrphans();
});
