import { operatorRecorder } from "#shared/domains/audit/index.js";

export const recordChange = operatorRecorder("promotion");
