export { eachDeadLetter, getDeadLetter, pageDeadLetters, statusOf as deadLetterStatus } from "./deadLetter.queries.js";
export { getCause, pageCauses, type CauseRow } from "./cause.queries.js";
export { noteCause } from "./noteCause.js";
export { discardDeadLetters } from "./discardDeadLetters.js";
export { discardManyLetters } from "./discardManyLetters.js";
export { replayDeadLetters } from "./replayDeadLetters.js";
export { continueReplay, replayManyLetters, stopReplay } from "./replayManyLetters.js";
export { getReplay, progressOf, type ReplayProgress } from "./replayProgress.js";
