import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A machine that calls the operators' API, with rights of its own (rules: Machine keys). */
export interface MachineKeyDoc {
  /** Of the operators' ids, so that what it does is logged under one id and a name. */
  _id: number;
  name: string;
  /** Keyed hash of the key itself, which is shown once. */
  hash: string;
  /** Its last characters, by which people tell keys apart. */
  hint: string;
  /** Permissions, as roles have them. */
  scopes: string[];
  perMinute: number;
  /** Addresses and networks that it may call from; none: any. */
  addresses: string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** To the minute. */
  lastUsedAt: Date | null;
  createdBy: number;
  createdAt: Date;
}

export const MachineKeyModel = defineModel<MachineKeyDoc>(
  "machineKeys",
  {
    name: { type: String, required: true },
    hash: { type: String, required: true },
    hint: { type: String, required: true },
    scopes: { type: [String], required: true },
    perMinute: { type: Number, required: true },
    addresses: { type: [String], default: [] },
    expiresAt: { type: Date, default: null },
    revokedAt: { type: Date, default: null },
    lastUsedAt: { type: Date, default: null },
    createdBy: { type: Number, required: true },
  },
  { indexes: [[{ hash: 1 }, { unique: true }], [{ createdAt: -1, _id: -1 }]] },
);
