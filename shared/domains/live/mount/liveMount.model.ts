import type { LogicallyDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { ExplainStatus, MountStatus } from "../live.states.js";

/** A product in a live. */
export interface LiveMountDoc extends LogicallyDeleted {
  _id: number;
  liveId: number;
  spuId: number;
  status: MountStatus;
  /** Small first. */
  sort: number;
  explainStatus: ExplainStatus;
  createdAt: Date;
  updatedAt: Date;
}

export const LiveMountModel = defineModel<LiveMountDoc>(
  "liveMounts",
  {
    liveId: { type: Number, required: true },
    spuId: { type: Number, required: true },
    status: { type: Number, enum: Object.values(MountStatus), default: MountStatus.onShelf },
    sort: { type: Number, default: 0 },
    explainStatus: { type: Number, enum: Object.values(ExplainStatus), default: ExplainStatus.idle },
  },
  {
    logicalDelete: true,
    claims: [{ fields: ["liveId"], where: { explainStatus: ExplainStatus.explaining } }],
    indexes: [
      [{ liveId: 1, deletedAt: 1, sort: 1, _id: 1 }],
      [{ spuId: 1 }],
      [{ deletedAt: 1, createdAt: -1, _id: -1 }],
      [{ deletedAt: 1, updatedAt: -1, _id: -1 }],
    ],
  },
);
