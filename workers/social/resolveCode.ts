import { resolveCode, resolveCodeJob } from "#shared/domains/social/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(resolveCodeJob, ({ codeId }) => resolveCode(codeId));
