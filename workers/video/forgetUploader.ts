import { eraseUploader, forgetUploaderJob } from "#shared/domains/video/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(forgetUploaderJob, ({ memberId }) => eraseUploader(memberId));
