import { defineModel } from "#shared/platform/mongo.js";
import type { ChannelCode } from "./payChannel.codes.js";

/** Who has orders paid: 1 the mall, 8 the wallet. */
export interface PayAppDoc {
  _id: number;
  key: string;
  name: string;
  /** 0 enabled, 1 disabled. */
  status: 0 | 1;
  orderNotifyUrl: string;
  refundNotifyUrl: string;
  /** The signing secret of notifyUrl, `whsec_...`, encrypted. */
  secretBox: string;
  createdAt: Date;
}
export const PayAppModel = defineModel<PayAppDoc>(
  "payApps",
  {
    key: { type: String, required: true },
    name: { type: String, required: true },
    status: { type: Number, enum: [0, 1], required: true },
    orderNotifyUrl: { type: String, default: "" },
    refundNotifyUrl: { type: String, default: "" },
    secretBox: { type: String, required: true },
  },
  { indexes: [[{ key: 1 }, { unique: true }]] },
);

/** A channel of an app. */
export interface PayChannelDoc {
  _id: number;
  appId: number;
  code: ChannelCode;
  /** 0 enabled, 1 disabled. */
  status: 0 | 1;
  /** Percent. */
  feeRate: number;
  createdAt: Date;
  updatedAt: Date;
}
export const PayChannelModel = defineModel<PayChannelDoc>(
  "payChannels",
  {
    appId: { type: Number, required: true },
    code: { type: String, required: true },
    status: { type: Number, enum: [0, 1], required: true },
    feeRate: { type: Number, required: true },
  },
  { indexes: [[{ appId: 1, code: 1 }, { unique: true }]] },
);
