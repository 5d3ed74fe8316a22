import { sweepExpiredJob, sweepExpired } from "#shared/domains/pay/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(sweepExpiredJob, () => sweepExpired());
