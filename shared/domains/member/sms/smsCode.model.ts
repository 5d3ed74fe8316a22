import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { SmsStatus } from "./smsCode.states.js";

/** One code for one mobile and one scene (rules: Sign-in). The code itself is stored as a keyed hash. */
export interface SmsCodeDoc {
  _id: number;
  mobile: string;
  /** One of SmsScene. */
  scene: number;
  codeHash: string;
  /** Tries so far, counted before the code is compared. */
  tries: number;
  usedAt: Date | null;
  usedIp: string;
  createIp: string;
  expiresAt: Date;
  status: SmsStatus;
  sendingAt: Date | null;
  /** The provider's id of the message, or the code of its refusal. */
  serialNo: string;
  refusal: string;
  createdAt: Date;
}

export const SmsCodeModel = defineModel<SmsCodeDoc>(
  "smsCodes",
  {
    mobile: { type: String, required: true },
    scene: { type: Number, required: true },
    codeHash: { type: String, required: true },
    tries: { type: Number, default: 0 },
    usedAt: { type: Date, default: null },
    usedIp: { type: String, default: "" },
    createIp: { type: String, default: "" },
    expiresAt: { type: Date, required: true },
    status: { type: Number, default: SmsStatus.waiting },
    sendingAt: { type: Date, default: null },
    serialNo: { type: String, default: "" },
    refusal: { type: String, default: "" },
  },
  {
    indexes: [
      [{ mobile: 1, scene: 1, createdAt: -1, _id: -1 }],
      [{ createdAt: 1 }, { expireAfterSeconds: 30 * 86_400 }],
    ],
  },
);

/** What was sent to a mobile: the interval and the daily number count over all scenes. */
export interface SmsMobileDoc {
  _id: string;
  lastSentAt: Date;
  /** yyyy-MM-dd in Asia/Shanghai. */
  day: string;
  sentToday: number;
  keepUntil: Date;
}
export const SmsMobileModel = defineModel<SmsMobileDoc>(
  "smsMobiles",
  {
    _id: { type: String, required: true },
    lastSentAt: { type: Date, required: true },
    day: { type: String, default: "" },
    sentToday: { type: Number, default: 0 },
    keepUntil: { type: Date, required: true },
  },
  { indexes: [[{ keepUntil: 1 }, { expireAfterSeconds: 0 }]] },
);

/** Number of codes requested by an address on a day: `_id` is day and address. */
export interface SmsAddressDoc {
  _id: string;
  count: number;
  keepUntil: Date;
}
export const SmsAddressModel = defineModel<SmsAddressDoc>(
  "smsAddresses",
  {
    _id: { type: String, required: true },
    count: { type: Number, default: 0 },
    keepUntil: { type: Date, required: true },
  },
  { indexes: [[{ keepUntil: 1 }, { expireAfterSeconds: 0 }]] },
);

/** A wrong guess at a valid code; expires after 30 days. */
interface SmsFailureDoc {
  _id: string;
  mobile: string;
  createdAt: Date;
}
export const SmsFailureModel = defineModel<SmsFailureDoc>(
  "smsFailures",
  { _id: { type: String, required: true }, mobile: { type: String, required: true } },
  { indexes: [[{ mobile: 1, createdAt: -1, _id: -1 }], [{ createdAt: 1 }, { expireAfterSeconds: 30 * 86_400 }]] },
);
