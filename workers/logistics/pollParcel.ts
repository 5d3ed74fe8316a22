import { pollParcel, pollParcelJob } from "#shared/domains/trade/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(pollParcelJob, ({ parcelId }) => pollParcel(parcelId));
