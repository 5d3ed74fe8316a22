import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { SocialType } from "#shared/domains/social/social.codes.js";

/** A social account that signs a member in: an account has one member, a member one account of each type. */
export interface MemberSocialDoc {
  _id: number;
  memberId: number;
  type: SocialType;
  openid: string;
  /** The same person over all our applications there; null where the provider does not tell. */
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
