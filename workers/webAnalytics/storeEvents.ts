import { storeEventsJob, storeEvents } from "#shared/domains/webAnalytics/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(storeEventsJob, storeEvents);
