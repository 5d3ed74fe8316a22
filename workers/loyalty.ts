import { welcomeMember } from "#shared/domains/loyalty/worker.js";
import { welcomeMemberJob } from "#shared/domains/loyalty/loyalty.jobs.js";
import { processor, type Processor } from "./runtime/processor.js";

/** What runs each job of the domain. */
export default [processor(welcomeMemberJob, ({ memberId }) => welcomeMember(memberId))] satisfies Processor[];
