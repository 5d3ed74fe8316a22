import type { z } from "zod";
import type { ExperienceRecordDoc, LevelRecordDoc, PointRecordDoc } from "#shared/domains/loyalty/index.js";
import type { OfMember } from "#shared/domains/member/index.js";
import { currentLanguage, type Language } from "#shared/kernel/request/context.js";
import { ExperienceBizType, PointBizType } from "#shared/domains/loyalty/loyalty.codes.js";
import { userInShort } from "../member/memberInShort.js";
import type {
  ExperienceRecordAdminView,
  ExperienceRecordView,
  LevelRecordView,
  PointRecordAdminView,
  PointRecordView,
} from "./record.schemas.js";

/** Titles are added at display time, in the reader's language. */
const pointTitles: Record<PointBizType, Record<Language, string>> = {
  [PointBizType.signIn]: { en: "Sign-in", zh: "签到" },
  [PointBizType.adjusted]: { en: "Changed by the shop", zh: "管理员修改" },
  [PointBizType.used]: { en: "Used for an order", zh: "订单积分抵扣" },
  [PointBizType.returnedOrder]: { en: "Given back, order cancelled", zh: "订单积分抵扣（整单取消）" },
  [PointBizType.returnedItem]: { en: "Given back, item refunded", zh: "订单积分抵扣（单个退款）" },
  [PointBizType.given]: { en: "Given for an order", zh: "订单积分奖励" },
  [PointBizType.takenBackOrder]: { en: "Taken back, order cancelled", zh: "订单积分奖励（整单取消）" },
  [PointBizType.takenBackItem]: { en: "Taken back, item refunded", zh: "订单积分奖励（单个退款）" },
  [PointBizType.accountClosed]: { en: "Account closed", zh: "账户注销" },
  [PointBizType.merged]: { en: "Accounts merged", zh: "账号合并" },
};
const experienceTitles: Record<ExperienceBizType, Record<Language, string>> = {
  [ExperienceBizType.levelSet]: { en: "Level set by the shop", zh: "管理员调整" },
  [ExperienceBizType.invitation]: { en: "Invitation", zh: "邀新奖励" },
  [ExperienceBizType.signIn]: { en: "Sign-in", zh: "签到奖励" },
  [ExperienceBizType.lottery]: { en: "Lottery", zh: "抽奖奖励" },
  [ExperienceBizType.given]: { en: "Given for an order", zh: "下单奖励" },
  [ExperienceBizType.takenBackOrder]: { en: "Taken back, order cancelled", zh: "下单奖励（整单取消）" },
  [ExperienceBizType.takenBackItem]: { en: "Taken back, item refunded", zh: "下单奖励（单个退款）" },
  [ExperienceBizType.accountClosed]: { en: "Account closed", zh: "账户注销" },
  [ExperienceBizType.merged]: { en: "Accounts merged", zh: "账号合并" },
};

export const pointRecordView = (row: PointRecordDoc): z.input<typeof PointRecordView> => ({
  id: row._id,
  title: row.title ?? pointTitles[row.bizType][currentLanguage()],
  description: row.description ?? "",
  bizType: row.bizType,
  point: row.point,
  owed: row.owed ?? 0,
  totalPoint: row.totalPoint,
  createTime: row.createdAt.getTime(),
});

export const pointRecordAdminView = (row: OfMember<PointRecordDoc>): z.input<typeof PointRecordAdminView> => ({
  ...pointRecordView(row),
  userId: row.memberId,
  user: userInShort(row.member),
  bizId: row.bizId,
});

export const experienceRecordView = (row: ExperienceRecordDoc): z.input<typeof ExperienceRecordView> => ({
  id: row._id,
  title: row.title ?? experienceTitles[row.bizType][currentLanguage()],
  description: row.description ?? "",
  bizType: row.bizType,
  experience: row.experience,
  totalExperience: row.totalExperience,
  createTime: row.createdAt.getTime(),
});

export const experienceRecordAdminView = (
  row: OfMember<ExperienceRecordDoc>,
): z.input<typeof ExperienceRecordAdminView> => ({
  ...experienceRecordView(row),
  userId: row.memberId,
  user: userInShort(row.member),
  bizId: row.bizId,
});

export const levelRecordView = (row: OfMember<LevelRecordDoc>): z.input<typeof LevelRecordView> => ({
  id: row._id,
  userId: row.memberId,
  user: userInShort(row.member),
  levelId: row.levelId,
  level: row.level,
  discountPercent: row.discountPercent,
  experience: row.experience,
  userExperience: row.memberExperience,
  reason: row.reason,
  createTime: row.createdAt.getTime(),
});
