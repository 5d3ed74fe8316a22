import { subscribeParcel, subscribeParcelJob } from "#shared/domains/trade/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(subscribeParcelJob, ({ parcelId }) => subscribeParcel(parcelId));
