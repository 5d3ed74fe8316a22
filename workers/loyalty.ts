import { welcomeMember } from "#shared/domains/loyalty/worker.js";
import { welcomeMemberJob } from "#shared/domains/loyalty/loyalty.jobs.js";
import { processor, type Processor } from "./runtime/processor.js";

export default [processor(welcomeMemberJob, ({ memberId }) => welcomeMember(memberId))] satisfies Processor[];
