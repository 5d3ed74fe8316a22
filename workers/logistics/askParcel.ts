import { refreshParcel, askParcelJob } from "#shared/domains/trade/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(askParcelJob, async ({ parcelId }) => {
  await refreshParcel(parcelId);
  return { asked: true } as const;
});
