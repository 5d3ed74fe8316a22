import { evaluateRules, evaluateRulesJob } from "#shared/domains/alert/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(evaluateRulesJob, () => evaluateRules());
