import { z } from "zod";
import type { MemberDoc, MemberLevelDoc } from "#shared/domains/member/index.js";
import { Id } from "#shared/kernel/request/schemas.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";

/** Member level: the percentage is sent as text. */
const MemberLevelView = z.object({
  id: Id,
  name: z.string(),
  level: z.number().int(),
  icon: z.string(),
  description: z.string(),
  discountPercent: z.string(),
  backgroundUrl: z.string(),
});

export const MemberUserView = z.object({
  id: Id,
  nickname: z.string(),
  avatar: z.string(),
  mobile: z.string().nullable(),
  sex: z.number().int(),
  point: z.number().int(),
  /** Points that refunds took back when they were spent; points given later pay them first. */
  pointOwed: z.number().int(),
  experience: z.number().int(),
  level: MemberLevelView.nullable(),
  brokerageEnabled: z.boolean().nullable(),
  status: z.number().int(),
});

const memberLevel = (level: MemberLevelDoc) => ({
  id: level._id,
  name: level.name,
  level: level.level,
  icon: mediaUrl(level.icon),
  description: level.description,
  discountPercent: String(level.discountPercent),
  backgroundUrl: mediaUrl(level.backgroundUrl),
});

export const memberUser = ({ member, level }: { member: MemberDoc; level: MemberLevelDoc | null }) => ({
  id: member._id,
  nickname: member.nickname,
  avatar: mediaUrl(member.avatar),
  mobile: member.mobile ?? null,
  sex: member.sex,
  point: member.point,
  pointOwed: member.pointOwed ?? 0,
  experience: member.experience,
  level: level ? memberLevel(level) : null,
  brokerageEnabled: null,
  status: member.status,
});
