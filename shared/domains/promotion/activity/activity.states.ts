import { EnabledStatus } from "#shared/kernel/mongo/enabled.states.js";
import { defineStates } from "#shared/kernel/mongo/states.js";

/** The stored switch: a closed one stays so. */
export const activityStates = defineStates<EnabledStatus>("activity", {
  [EnabledStatus.enabled]: [EnabledStatus.disabled],
  [EnabledStatus.disabled]: [],
});
