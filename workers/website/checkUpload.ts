import { checkUpload, checkUploadJob } from "#shared/domains/website/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(checkUploadJob, ({ uploadId }) => checkUpload(uploadId));
