import { rollUpWithOthers, rollUpRecent } from "#shared/domains/catalog/index.js";
import { rollUpSpuJob, rollUpRecentJob } from "#shared/domains/catalog/catalog.jobs.js";
import { processor, type Processor } from "./runtime/processor.js";

export default [
  processor(rollUpSpuJob, ({ spuId }) => rollUpWithOthers(spuId)),
  processor(rollUpRecentJob, () => rollUpRecent()),
] satisfies Processor[];
