import { sealOperations, trimOperations } from "#shared/domains/audit/worker.js";
import { sealOperationsJob, trimOperationsJob } from "#shared/domains/audit/audit.jobs.js";
import { processor, type Processor } from "./runtime/processor.js";

export default [
  processor(sealOperationsJob, () => sealOperations()),
  processor(trimOperationsJob, () => trimOperations()),
] satisfies Processor[];
