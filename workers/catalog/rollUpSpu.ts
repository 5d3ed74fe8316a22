import { rollUpSpu, rollUpSpuJob } from "#shared/domains/catalog/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(rollUpSpuJob, ({ spuId }) => rollUpSpu(spuId));
