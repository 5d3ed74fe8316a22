export type { SmsMessage, SmsOutcome, SmsSender, SmsTemplate } from "./port.js";
export { tencentSms } from "./tencentSms.js";
