import { z } from "zod";
import { DateRange, int, LongId, longOf, optional, pageInput, pageOf, QueryBoolean, Time } from "#api/http/fields.js";
import { PointBizType } from "#shared/domains/loyalty/loyalty.codes.js";
import { UserInShort } from "../member/memberInShort.js";

/** A change of the points, signed, with the balance after it. */
export const PointRecordView = z.object({
  id: int,
  title: z.string(),
  description: z.string(),
  bizType: int,
  point: int,
  /** Signed: what it changed of the points that are owed. */
  owed: int,
  totalPoint: int,
  createTime: Time,
});
export const PointRecordPage = pageOf(PointRecordView);
/** addStatus true: gains; false: losses. */
export const PointRecordPageBody = pageInput({ addStatus: optional(z.boolean()), createTime: DateRange });

export const PointRecordAdminView = PointRecordView.extend({ userId: int, user: UserInShort, bizId: z.string() });
export const PointRecordAdminPage = pageOf(PointRecordAdminView);
export const PointRecordAdminPageQuery = pageInput({
  userId: optional(LongId),
  bizType: optional(longOf(Object.values(PointBizType))),
  addStatus: optional(QueryBoolean),
  createTime: DateRange,
});

export const ExperienceRecordView = z.object({
  id: int,
  title: z.string(),
  description: z.string(),
  bizType: int,
  experience: int,
  totalExperience: int,
  createTime: Time,
});
export const ExperienceRecordPage = pageOf(ExperienceRecordView);
export const ExperienceRecordPageBody = pageInput({});
export const ExperienceRecordAdminView = ExperienceRecordView.extend({
  userId: int,
  user: UserInShort,
  bizId: z.string(),
});
export const ExperienceRecordAdminPage = pageOf(ExperienceRecordAdminView);

/** A member's change to a level; the level as it was then. */
export const LevelRecordView = z.object({
  id: int,
  userId: int,
  user: UserInShort,
  levelId: int.nullable(),
  level: int.nullable(),
  discountPercent: int.nullable(),
  experience: int.nullable(),
  userExperience: int,
  reason: z.string().nullable(),
  createTime: Time,
});
export const LevelRecordPage = pageOf(LevelRecordView);
export const OfUserPageQuery = pageInput({ userId: optional(LongId), createTime: DateRange });
