import { mergeMemberJob } from "#shared/domains/accountMerge/accountMerge.jobs.js";
import { mergeMember } from "#shared/domains/accountMerge/worker.js";
import { processor, type Processor } from "./runtime/processor.js";

export default [processor(mergeMemberJob, (payload) => mergeMember(payload))] satisfies Processor[];
