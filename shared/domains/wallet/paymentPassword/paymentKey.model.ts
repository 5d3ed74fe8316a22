import { defineModel } from "#shared/kernel/mongo/mongo.js";

/**
 * Key pairs that payment passwords travel under: one for all processes. The newest is served, the one before it still
 * opens what was encrypted a moment earlier.
 */
export interface PaymentKeyDoc {
  /** 1, 2, 3 ...: two processes that make the first one at once meet on the id. */
  _id: number;
  /** PEM, SPKI. */
  publicKey: string;
  /** PEM, PKCS #8, under the key for secrets at rest. */
  privateBox: string;
  createdAt: Date;
}
export const PaymentKeyModel = defineModel<PaymentKeyDoc>("paymentKeys", {
  publicKey: { type: String, required: true },
  privateBox: { type: String, required: true },
});
