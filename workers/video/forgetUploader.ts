import { forgetUploader, forgetUploaderJob } from "#shared/domains/video/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(forgetUploaderJob, ({ memberId }) => forgetUploader(memberId));
