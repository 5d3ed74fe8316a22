import { kickOut, kickOutJob } from "#shared/domains/member/index.js";
import { tencentIm } from "#shared/providers/chat/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(kickOutJob, (ended) => kickOut(ended, tencentIm));
