import { pollParcels, pollParcelsJob } from "#shared/domains/trade/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(pollParcelsJob, () => pollParcels());
