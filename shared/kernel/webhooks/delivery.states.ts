import { defineStates } from "../mongo/states.js";

/** Of one delivery; a replay moves an ended one back. */
export const NotifyStatus = { waiting: 0, delivered: 10, abandoned: 20 } as const;
export type NotifyStatus = (typeof NotifyStatus)[keyof typeof NotifyStatus];
export const notifyStates = defineStates<NotifyStatus>("notifyTask", {
  [NotifyStatus.waiting]: [NotifyStatus.delivered, NotifyStatus.abandoned],
  [NotifyStatus.delivered]: [NotifyStatus.waiting],
  [NotifyStatus.abandoned]: [NotifyStatus.waiting],
});
