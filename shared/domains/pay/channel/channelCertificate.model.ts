import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A provider's certificate, fetched by a worker, so that the API verifies callbacks offline. `_id` is the serial. */
export interface ChannelCertificateDoc {
  _id: string;
  family: "wechatpay";
  pem: string;
  expireAt: Date;
  fetchedAt: Date;
}
export const ChannelCertificateModel = defineModel<ChannelCertificateDoc>("channelCertificates", {
  _id: { type: String, required: true },
  family: { type: String, required: true },
  pem: { type: String, required: true },
  expireAt: { type: Date, required: true },
  fetchedAt: { type: Date, required: true },
});
