import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A member's payment password. `_id` is the member. No row: not set. */
export interface PaymentPasswordDoc {
  _id: number;
  hash: string | null;
  /** Tries since the last right one; the fifth locks before it is verified, so that a crash cannot allow more. */
  tries: number;
  lockedUntil: Date | null;
  createdAt: Date;
}
export const PaymentPasswordModel = defineModel<PaymentPasswordDoc>("paymentPasswords", {
  hash: { type: String, default: null },
  tries: { type: Number, default: 0 },
  lockedUntil: { type: Date, default: null },
});

/** A session's confirmation of the payment password, valid for 5 min. `_id` is the session. */
interface PaymentConfirmationDoc {
  _id: number;
  memberId: number;
  expiresAt: Date;
}
export const PaymentConfirmationModel = defineModel<PaymentConfirmationDoc>(
  "paymentConfirmations",
  { memberId: { type: Number, required: true }, expiresAt: { type: Date, required: true } },
  { indexes: [[{ expiresAt: 1 }, { expireAfterSeconds: 0 }], [{ memberId: 1 }]] },
);
