import { defineModel } from "#shared/kernel/mongo/mongo.js";

/**
 * Key pairs that encrypt payment passwords in transit, shared by all processes. The newest is published; the one before
 * it still decrypts.
 */
export interface PaymentKeyDoc {
  /** 1, 2, 3 ...: processes that create the same pair concurrently conflict on the id. */
  _id: number;
  /** PEM, SPKI. */
  publicKey: string;
  /** PEM, PKCS #8, encrypted with the key for secrets at rest. */
  privateBox: string;
  createdAt: Date;
}
export const PaymentKeyModel = defineModel<PaymentKeyDoc>("paymentKeys", {
  publicKey: { type: String, required: true },
  privateBox: { type: String, required: true },
});
