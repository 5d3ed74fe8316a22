/**
 * Texts that the provider approved. Each takes the code and the minutes for which it is good; mobileChanged, which tells
 * the old number of a new one, the minute of the change.
 */
export type SmsTemplate = "login" | "updateMobile" | "updatePassword" | "resetPassword" | "mobileChanged";

export interface SmsMessage {
  /** A mobile of the mainland, without the country's code. */
  mobile: string;
  template: SmsTemplate;
  parameters: string[];
}

/** Sent, under the provider's number; or refused, with its code, for now (`retry`) or for good. */
export type SmsOutcome = { serialNo: string } | { code: string; message: string; retry: boolean };

export interface SmsSender {
  /** Throws OutboundFailed when no proper answer came: the message may or may not have been sent. */
  send(message: SmsMessage): Promise<SmsOutcome>;
}
