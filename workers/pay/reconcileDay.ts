import { reconcileDayJob, reconcileDay } from "#shared/domains/pay/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(reconcileDayJob, ({ reconciliationId }) => reconcileDay(reconciliationId));
