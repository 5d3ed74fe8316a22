import { sweepFiles } from "#shared/domains/media/worker.js";
import { sweepFilesJob, sweepPicturesJob, erasePicturesJob } from "#shared/domains/media/media.jobs.js";
import { erasePictures } from "#shared/domains/media/index.js";
import { sweepPictures } from "#shared/domains/operations/worker.js";
import { processor, type Processor } from "./runtime/processor.js";

export default [
  processor(sweepFilesJob, async () => {
    await sweepFiles();
  }),
  processor(sweepPicturesJob, async () => {
    await sweepPictures();
  }),
  processor(erasePicturesJob, ({ memberId }) => erasePictures(memberId)),
] satisfies Processor[];
