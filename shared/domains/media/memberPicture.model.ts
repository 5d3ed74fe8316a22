import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { PictureStatus } from "./media.states.js";

/** A use of a member's picture. */
export interface PictureUse {
  what: "avatar" | "review" | "afterSale";
  /** The member, the review or the after-sale. */
  id: number;
}

/** A picture that a member uploaded. */
export interface MemberPictureDoc {
  _id: number;
  memberId: number;
  status: PictureStatus;
  key: string;
  contentType: string;
  /** Bytes, as stored. */
  size: number;
  uses: PictureUse[];
  /** When a use last began or ended. */
  usedAt: Date | null;
  createdAt: Date;
}

export const MemberPictureModel = defineModel<MemberPictureDoc>(
  "memberPictures",
  {
    memberId: { type: Number, required: true },
    status: { type: Number, enum: Object.values(PictureStatus), required: true },
    key: { type: String, required: true },
    contentType: { type: String, required: true },
    size: { type: Number, required: true },
    uses: { type: [{ _id: false, what: String, id: Number }], default: [] },
    usedAt: { type: Date, default: null },
  },
  {
    indexes: [[{ key: 1 }, { unique: true }], [{ memberId: 1 }], [{ status: 1, createdAt: 1 }]],
  },
);

/** How much a member uploaded on one day. */
interface UploadDayDoc {
  /** "2026-01-01 7": day in Asia/Shanghai and member. */
  _id: string;
  bytes: number;
  keepUntil: Date;
}

export const UploadDayModel = defineModel<UploadDayDoc>(
  "memberUploadDays",
  {
    _id: { type: String, required: true },
    bytes: { type: Number, required: true },
    keepUntil: { type: Date, required: true },
  },
  { indexes: [[{ keepUntil: 1 }, { expireAfterSeconds: 0 }]] },
);
