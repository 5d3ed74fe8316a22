import { reconcileDueJob, reconcileDue } from "#shared/domains/pay/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(reconcileDueJob, () => reconcileDue());
