import { sweepPicturesJob } from "#shared/domains/media/index.js";
import { sweepPictures } from "#shared/domains/operations/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(sweepPicturesJob, async () => {
  await sweepPictures();
});
