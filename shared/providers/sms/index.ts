export type { SmsMessage, SmsOutcome, SmsSender, SmsTemplate } from "./port.js";
