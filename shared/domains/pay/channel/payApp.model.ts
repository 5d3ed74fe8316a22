import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import type { ChannelCode } from "./payChannel.codes.js";

/** A merchant application that has orders paid: 1 the mall, 8 the wallet. */
export interface PayAppDoc {
  _id: number;
  key: string;
  name: string;
  status: EnabledStatus;
  orderNotifyUrl: string;
  refundNotifyUrl: string;
  /** The signing secret of notifyUrl, `whsec_...`, encrypted. */
  secretBox: string;
  /** Replaced secrets: deliveries are signed with each of them too, until its end. Absent: none. */
  olderSecrets?: { box: string; until: Date }[];
  /** Channels that an operator deleted: ensurePayApps does not create them again. Absent: none. */
  removedCodes?: ChannelCode[];
  createdAt: Date;
}
export const PayAppModel = defineModel<PayAppDoc>(
  "payApps",
  {
    key: { type: String, required: true },
    name: { type: String, required: true },
    status: { type: Number, enum: Object.values(EnabledStatus), required: true },
    orderNotifyUrl: { type: String, default: "" },
    refundNotifyUrl: { type: String, default: "" },
    secretBox: { type: String, required: true },
    olderSecrets: { type: [{ _id: false, box: String, until: Date }], default: undefined },
    removedCodes: { type: [String], default: undefined },
  },
  { logicalDelete: true, claims: [{ fields: ["key"] }], indexes: [[{ key: 1 }]] },
);

/** One configuration of a channel. */
export interface ChannelConfigRow {
  /** The merchant that receives the money: its number at WeChat Pay, its application at Alipay. */
  merchantId: string;
  /** Encrypted JSON; null: the environment's. */
  box: string | null;
  /**
   * Null: in use, or replaced by another merchant, while its payments are still queried and refunded. A date: replaced
   * by other keys of the same merchant, while these verify and decrypt until then.
   */
  until: Date | null;
}

/** A channel of an app. */
export interface PayChannelDoc {
  _id: number;
  appId: number;
  code: ChannelCode;
  status: EnabledStatus;
  /** Percent. */
  feeRate: number;
  /** The current one first. Absent or empty: the environment's. */
  configs?: ChannelConfigRow[];
  createdAt: Date;
  updatedAt: Date;
}
export const PayChannelModel = defineModel<PayChannelDoc>(
  "payChannels",
  {
    appId: { type: Number, required: true },
    code: { type: String, required: true },
    status: { type: Number, enum: Object.values(EnabledStatus), required: true },
    feeRate: { type: Number, required: true },
    configs: { type: [{ _id: false, merchantId: String, box: String, until: Date }], default: undefined },
  },
  { logicalDelete: true, claims: [{ fields: ["appId", "code"] }], indexes: [[{ appId: 1, code: 1 }]] },
);
