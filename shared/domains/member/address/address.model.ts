import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A delivery address of a member. */
export interface AddressDoc {
  _id: number;
  memberId: number;
  name: string;
  mobile: string;
  areaId: number;
  province: string | null;
  city: string | null;
  district: string | null;
  detailAddress: string;
  isDefault: boolean;
  createdAt: Date;
}

export const AddressModel = defineModel<AddressDoc>(
  "addresses",
  {
    memberId: { type: Number, required: true },
    name: { type: String, required: true },
    mobile: { type: String, required: true },
    areaId: { type: Number, required: true },
    province: { type: String, default: null },
    city: { type: String, default: null },
    district: { type: String, default: null },
    detailAddress: { type: String, required: true },
    isDefault: { type: Boolean, default: false },
  },
  {
    // At most one default per member, enforced by the database.
    claims: [{ fields: ["memberId"], where: { isDefault: true } }],
    indexes: [[{ memberId: 1, createdAt: -1, _id: -1 }]],
  },
);
