import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import {
  DateRange,
  given,
  IdQuery,
  int,
  LongId,
  longOf,
  Mobile,
  optional,
  pageInput,
  pageOf,
  text,
  Time,
} from "#api/http/fields.js";
import {
  adjustPoints,
  oneMember,
  pageMembers,
  setMemberLevel,
  type MemberWithLevel,
} from "#shared/domains/loyalty/index.js";
import { changeMember, mergedMembersOf, setPasswordOf } from "#shared/domains/member/index.js";
import { MemberStatus, settableStatuses, Sex } from "#shared/domains/member/member.states.js";
import { NewPassword } from "./user.schemas.js";

export const MemberPageQuery = pageInput({
  mobile: optional(z.string().regex(/^\d{1,11}$/, "must be digits of a mobile number")),
  nickname: optional(text(30)),
  status: optional(longOf(Object.values(MemberStatus))),
  levelId: optional(LongId),
  createTime: DateRange,
  loginDate: DateRange,
});

const MAX_POINTS = 100_000_000;
const UpdateBody = z.object({
  id: LongId,
  mobile: optional(Mobile),
  nickname: optional(text(30, 1)),
  avatar: z.preprocess((value) => value ?? undefined, text(512).optional()),
  sex: optional(longOf(Object.values(Sex))),
  status: optional(longOf(settableStatuses)),
});
const PasswordBody = z.object({ id: LongId, password: NewPassword });
/** levelId null or missing: no level. */
const LevelBody = z.object({ id: LongId, levelId: optional(LongId), reason: text(200, 1) });
const PointBody = z.object({
  id: LongId,
  /** Signed: the change. */
  point: z
    .number()
    .int()
    .min(-MAX_POINTS)
    .max(MAX_POINTS)
    .refine((points) => points !== 0, { error: "must not be 0" }),
  reason: optional(text(200)),
});

/** A member for operators; the avatar as stored, so that the result of get can be sent back. */
const MemberView = z.object({
  id: int,
  mobile: z.string().nullable(),
  nickname: z.string(),
  avatar: z.string(),
  sex: int,
  status: int,
  point: int,
  /** Points that refunds took back when they were spent; points given later pay them first. */
  pointOwed: int,
  experience: int,
  levelId: int.nullable(),
  levelName: z.string().nullable(),
  registerIp: z.string(),
  registerTerminal: int,
  loginIp: z.string(),
  loginDate: Time.nullable(),
  createTime: Time,
  /** The member that this one was merged into, with all that it owned; null: none. */
  mergedInto: int.nullable(),
  mergedTime: Time.nullable(),
});
/** With those that were merged into it, newest first. */
const OneMemberView = MemberView.extend({
  mergedMembers: z.array(z.object({ id: int, nickname: z.string(), status: int, mergedTime: Time.nullable() })),
});
const memberView = ({ member, level }: MemberWithLevel): z.input<typeof MemberView> => ({
  id: member._id,
  mobile: member.mobile ?? null,
  nickname: member.nickname,
  avatar: member.avatar,
  sex: member.sex,
  status: member.status,
  point: member.point,
  pointOwed: member.pointOwed ?? 0,
  experience: member.experience,
  levelId: member.levelId,
  levelName: level?.name ?? null,
  registerIp: member.registerIp,
  registerTerminal: member.registerTerminal,
  loginIp: member.loginIp,
  loginDate: member.loginAt?.getTime() ?? null,
  createTime: member.createdAt.getTime(),
  mergedInto: member.mergedInto ?? null,
  mergedTime: member.mergedAt?.getTime() ?? null,
});
const at = (verb: string) => `/admin-api/member/user/${verb}`;

const page = endpoint({
  method: "get",
  path: at("page"),
  access: operator("member:user:query"),
  summary: "Lists members, newest first; mobile is a whole number or its beginning, nickname a part",
  input: { query: MemberPageQuery },
  output: pageOf(MemberView),
  handle: ({ query: { createTime, loginDate, pageNo, pageSize, ...same } }) =>
    pageMembers({ ...same, joinedBetween: createTime, signedInBetween: loginDate }, { pageNo, pageSize }),
  view: ({ list, total }) => ({ list: list.map(memberView), total }),
});

const get = endpoint({
  method: "get",
  path: at("get"),
  access: operator("member:user:query"),
  summary: "Returns a member, with those that were merged into it",
  input: { query: IdQuery },
  output: OneMemberView,
  handle: async ({ query }) => ({ one: await oneMember(query.id), merged: await mergedMembersOf(query.id) }),
  view: ({ one, merged }) => ({
    ...memberView(one),
    mergedMembers: merged.map(({ _id: id, nickname, status, mergedAt }) => ({
      id,
      nickname,
      status,
      mergedTime: mergedAt?.getTime() ?? null,
    })),
  }),
});

const update = endpoint({
  method: "put",
  path: at("update"),
  access: operator("member:user:update"),
  summary: "Updates a member; status 1 closes the account and ends its sessions immediately",
  input: { body: UpdateBody },
  output: z.boolean(),
  handle: ({ body: { id, ...changes } }) => changeMember(id, given(changes)),
});

const updatePassword = endpoint({
  method: "put",
  path: at("update-password"),
  access: operator("member:user:update-password"),
  summary: "Sets a member's password, for one who cannot prove anything; ends all the member's sessions",
  input: { body: PasswordBody },
  output: z.boolean(),
  handle: ({ body }) => setPasswordOf(body.id, body.password),
});

const updateLevel = endpoint({
  method: "put",
  path: at("update-level"),
  access: operator("member:user:update-level"),
  summary: "Sets a member's level; the experience becomes the level's threshold",
  input: { body: LevelBody },
  output: z.boolean(),
  handle: ({ body: { id, levelId = null, reason } }) => setMemberLevel({ memberId: id, levelId, reason }),
});

const updatePoint = endpoint({
  method: "put",
  path: at("update-point"),
  access: operator("member:user:update-point"),
  summary: "Adjusts a member's points; point is the signed change",
  input: { body: PointBody },
  output: z.boolean(),
  idempotent: "transaction",
  handle: ({ body: { id, point, reason = null } }) => adjustPoints({ memberId: id, change: point, reason }),
});

export const memberAdminEndpoints = [page, get, update, updatePassword, updateLevel, updatePoint];
