import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { SocialType } from "#shared/domains/social/social.codes.js";

/** A social account that signs a member in: one member per account, one account of each type per member. */
export interface MemberSocialDoc {
  _id: number;
  memberId: number;
  type: SocialType;
  openid: string;
  /** The provider's id of the person across all our applications; null if the provider does not give it. */
  unionid: string | null;
  createdAt: Date;
}

export const MemberSocialModel = defineModel<MemberSocialDoc>(
  "memberSocials",
  {
    memberId: { type: Number, required: true },
    type: {
      type: Number,
      enum: [SocialType.mobileApp, SocialType.officialAccount, SocialType.website, SocialType.miniProgram],
      required: true,
    },
    openid: { type: String, required: true },
    unionid: { type: String, default: null },
  },
  {
    indexes: [
      [{ type: 1, openid: 1 }, { unique: true }],
      [{ memberId: 1, type: 1 }, { unique: true }],
      [{ unionid: 1 }],
    ],
  },
);
