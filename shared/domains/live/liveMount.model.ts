import type { LogicallyDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** A product in a live (spec, Live-room product mount). */
export interface LiveMountDoc extends LogicallyDeleted {
  _id: number;
  liveId: number;
  spuId: number;
  /** 1 on shelf, 0 off shelf: the live's own shelf, not the product's. */
  status: 0 | 1;
  /** Small first. */
  sort: number;
  /** 1: being explained now; at most one of a live, and only one on shelf. */
  explainStatus: 0 | 1;
  createdAt: Date;
  updatedAt: Date;
}

export const LiveMountModel = defineModel<LiveMountDoc>(
  "liveMounts",
  {
    liveId: { type: Number, required: true },
    spuId: { type: Number, required: true },
    status: { type: Number, enum: [0, 1], default: 1 },
    sort: { type: Number, default: 0 },
    explainStatus: { type: Number, enum: [0, 1], default: 0 },
  },
  {
    logicalDelete: true,
    claims: [{ fields: ["liveId"], where: { explainStatus: 1 } }],
    indexes: [
      [{ liveId: 1, deletedAt: 1, sort: 1, _id: 1 }],
      [{ spuId: 1 }],
      [{ deletedAt: 1, createdAt: -1, _id: -1 }],
      [{ deletedAt: 1, updatedAt: -1, _id: -1 }],
    ],
  },
);
