import { defineStates } from "#shared/kernel/mongo/states.js";

/** `pending`: broken, but not long enough to be reported. */
export const AlertStatus = { pending: 0, firing: 10, resolved: 20 } as const;
export type AlertStatus = (typeof AlertStatus)[keyof typeof AlertStatus];
export const alertStates = defineStates<AlertStatus>("alert", {
  [AlertStatus.pending]: [AlertStatus.firing, AlertStatus.resolved],
  [AlertStatus.firing]: [AlertStatus.resolved],
  [AlertStatus.resolved]: [],
});

/** `waiting` for its next try. */
export const AlertDeliveryStatus = { waiting: 0, delivered: 10, abandoned: 20 } as const;
export type AlertDeliveryStatus = (typeof AlertDeliveryStatus)[keyof typeof AlertDeliveryStatus];
