import { welcomeMember, welcomeMemberJob } from "#shared/domains/loyalty/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(welcomeMemberJob, ({ memberId }) => welcomeMember(memberId));
