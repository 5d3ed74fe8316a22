import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { GroupStatus } from "../activity.states.js";

/** A group of a group-buy. Its id is its head's record id. */
export interface GroupDoc {
  _id: number;
  activityId: number;
  spuId: number;
  status: GroupStatus;
  userSize: number;
  /** Paid members who did not leave; userSize after a virtual group has ended. */
  userCount: number;
  virtualGroup: boolean;
  expireAt: Date;
  /** In older rows null although it ended. */
  endedAt: Date | null;
  createdAt: Date;
  /** Of one that ended, its end. */
  updatedAt: Date;
}

export const GroupModel = defineModel<GroupDoc>(
  "combinationGroups",
  {
    activityId: { type: Number, required: true },
    spuId: { type: Number, required: true },
    status: { type: Number, enum: Object.values(GroupStatus), default: GroupStatus.open },
    userSize: { type: Number, required: true },
    userCount: { type: Number, required: true, min: 0 },
    virtualGroup: { type: Boolean, required: true },
    expireAt: { type: Date, required: true },
    endedAt: { type: Date, default: null },
  },
  { indexes: [[{ status: 1, expireAt: 1 }], [{ activityId: 1, status: 1, createdAt: -1, _id: -1 }]] },
);

/** One paid order in a group. */
export interface GroupRecordDoc {
  _id: number;
  activityId: number;
  groupId: number;
  memberId: number;
  nickname: string;
  avatar: string;
  orderId: number;
  spuId: number;
  spuName: string;
  picUrl: string;
  skuId: number;
  count: number;
  priceFen: number;
  isHead: boolean;
  status: GroupStatus;
  createdAt: Date;
}

export const GroupRecordModel = defineModel<GroupRecordDoc>(
  "combinationRecords",
  {
    activityId: { type: Number, required: true },
    groupId: { type: Number, required: true },
    memberId: { type: Number, required: true },
    nickname: { type: String, default: "" },
    avatar: { type: String, default: "" },
    orderId: { type: Number, required: true },
    spuId: { type: Number, required: true },
    spuName: { type: String, default: "" },
    picUrl: { type: String, default: "" },
    skuId: { type: Number, required: true },
    count: { type: Number, required: true },
    priceFen: { type: Number, required: true },
    isHead: { type: Boolean, required: true },
    status: { type: Number, enum: Object.values(GroupStatus), default: GroupStatus.open },
  },
  {
    indexes: [
      [{ orderId: 1 }, { unique: true }],
      [{ groupId: 1, _id: 1 }],
      [{ activityId: 1, createdAt: -1, _id: -1 }],
      [{ memberId: 1, createdAt: -1, _id: -1 }],
      [{ createdAt: -1, _id: -1 }],
    ],
  },
);
