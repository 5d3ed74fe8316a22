export { queueErrors } from "./queue.errors.js";
export { replayLettersJob, rollUpQueuesJob } from "./queue.jobs.js";
export {
  invalidateQueues,
  listQueues,
  queueDetail,
  withRedis,
  type QueueDetail,
  type QueueRow,
} from "./queue.queries.js";
export { queueHistory, type QueueHistoryRow } from "./queueHistory.queries.js";
export { QueueRollupModel, rollupSteps, type QueueRollup } from "./queueRollup.model.js";
export { rollUpQueues, stepStart } from "./rollUpQueues.js";
export { pauseQueue, resumeQueue } from "./holdQueue.js";
export {
  findDeadLetter,
  pageDeadLetters,
  statusOf as deadLetterStatus,
  type DeadLetterFilter,
} from "./deadLetter.queries.js";
export { DeadLetterReplayModel, type DeadLetterReplayDoc } from "./deadLetterReplay.model.js";
export { discardDeadLetters } from "./discardDeadLetters.js";
export { discardManyLetters, type DiscardedLetters } from "./discardManyLetters.js";
export { replayDeadLetters } from "./replayDeadLetters.js";
export { findReplay, goOnReplaying, replayManyLetters } from "./replayManyLetters.js";
