import { sweepUploads, sweepUploadsJob } from "#shared/domains/website/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(sweepUploadsJob, () => sweepUploads());
