/**
 * Texts that the provider approved. Each takes the code and the minutes for which it is valid; mobileChanged, which informs
 * the old number of the new one, and accountsMerged take the minute at which it happened.
 */
export type SmsTemplate =
  "login" | "updateMobile" | "updatePassword" | "resetPassword" | "mobileChanged" | "accountsMerged";

export interface SmsMessage {
  /** A mainland mobile number without country code. */
  mobile: string;
  template: SmsTemplate;
  parameters: string[];
}

/** Sent, with the provider's number; or refused, with its code, for now (`retry`) or for good. */
export type SmsOutcome = { serialNo: string } | { code: string; message: string; retry: boolean };

export interface SmsSender {
  /** Throws OutboundFailed without a proper response: the message may or may not have been sent. */
  send(message: SmsMessage): Promise<SmsOutcome>;
}
