import { sweepFiles, sweepFilesJob } from "#shared/domains/media/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(sweepFilesJob, async () => {
  await sweepFiles();
});
