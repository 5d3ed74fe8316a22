export { endTrial, listTrials, startTrial, trialNames } from "./trials.js";
