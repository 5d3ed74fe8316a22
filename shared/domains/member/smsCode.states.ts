import { defineStates } from "#shared/kernel/mongo/states.js";

/** What becomes of a code's message. */
export const delivery = { waiting: 0, sending: 10, sent: 20, refused: 30, givenUp: 40, nobody: 50 } as const;
export type Delivery = (typeof delivery)[keyof typeof delivery];

/**
 * sending -> sending: a run that died while sending is taken over; sending -> waiting: the platform wants another try.
 * nobody: a code that no phone gets, kept so that an unknown mobile looks like a known one.
 */
export const deliveryStates = defineStates<Delivery>("SMS delivery", {
  0: [10, 40],
  10: [0, 10, 20, 30, 40],
  20: [],
  30: [],
  40: [],
  50: [],
});
