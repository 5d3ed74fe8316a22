import { evaluateRules, evaluateRulesJob } from "#shared/domains/operations/alert/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(evaluateRulesJob, () => evaluateRules());
