import { erasePictures, erasePicturesJob } from "#shared/domains/media/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(erasePicturesJob, ({ memberId }) => erasePictures(memberId));
