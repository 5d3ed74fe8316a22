import { continueReplay } from "#shared/domains/operations/deadLetters/index.js";
import { applyKindHold, rollUpQueues } from "#shared/domains/operations/queues/index.js";
import { applyKindHoldJob, rollUpQueuesJob, replayLettersJob } from "#shared/domains/operations/queues/queue.jobs.js";
import { actOnJobsJob } from "#shared/domains/operations/operations.jobs.js";
import { continueBatch } from "#shared/domains/operations/index.js";
import { evaluateRules, deliverAlert } from "#shared/domains/operations/worker.js";
import { evaluateRulesJob, deliverAlertJob } from "#shared/domains/operations/alert/alert.jobs.js";
import { processor, type Processor } from "./runtime/processor.js";

export default [
  processor(rollUpQueuesJob, () => rollUpQueues()),
  processor(replayLettersJob, ({ replayId }) => continueReplay(replayId)),
  processor(applyKindHoldJob, ({ job }) => applyKindHold(job)),
  processor(actOnJobsJob, ({ batchId }) => continueBatch(batchId)),
  processor(evaluateRulesJob, () => evaluateRules()),
  processor(deliverAlertJob, ({ deliveryId }, { isLast }) => deliverAlert(deliveryId, isLast)),
] satisfies Processor[];
