import { rollUpSpu, rollUpRecent } from "#shared/domains/catalog/index.js";
import { rollUpSpuJob, rollUpRecentJob } from "#shared/domains/catalog/catalog.jobs.js";
import { processor, type Processor } from "./runtime/processor.js";

export default [
  processor(rollUpSpuJob, ({ spuId }) => rollUpSpu(spuId)),
  processor(rollUpRecentJob, () => rollUpRecent()),
] satisfies Processor[];
