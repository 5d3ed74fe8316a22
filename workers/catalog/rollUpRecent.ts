import { rollUpRecent, rollUpRecentJob } from "#shared/domains/catalog/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(rollUpRecentJob, () => rollUpRecent());
