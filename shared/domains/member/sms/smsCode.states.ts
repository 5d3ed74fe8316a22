import { defineStates } from "#shared/kernel/mongo/states.js";

/** Delivery of a code's message. */
export const SmsStatus = { waiting: 0, sending: 10, sent: 20, refused: 30, abandoned: 40, unaddressed: 50 } as const;
export type SmsStatus = (typeof SmsStatus)[keyof typeof SmsStatus];

/**
 * sending -> sending: a run that died while sending is taken over; sending -> waiting: the provider allows a retry.
 * unaddressed: a code that is not sent, stored so that an unknown mobile looks like a known one.
 */
export const smsStates = defineStates<SmsStatus>("SMS delivery", {
  [SmsStatus.waiting]: [SmsStatus.sending, SmsStatus.abandoned],
  [SmsStatus.sending]: [SmsStatus.waiting, SmsStatus.sending, SmsStatus.sent, SmsStatus.refused, SmsStatus.abandoned],
  [SmsStatus.sent]: [],
  [SmsStatus.refused]: [],
  [SmsStatus.abandoned]: [],
  [SmsStatus.unaddressed]: [],
});
