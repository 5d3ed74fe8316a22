import { z } from "zod";
import { Long, nameText, optional, text, Time } from "#api/http/fields.js";
import { chatLimits, MUTED_FOR_EVER } from "#shared/providers/chat/port.js";

const int = z.number().int();

/** The provider limits texts by UTF-8 bytes. */
const within = <S extends z.ZodType<string>>(max: number, schema: S): S =>
  schema.refine((value) => Buffer.byteLength(value) <= max, { error: `must not be longer than ${max} bytes` });
const bytes = (max: number, min = 0) => within(max, text(max, min));

const GroupId = bytes(chatLimits.groupId, 1);
export const GroupIdBody = z.object({ groupId: GroupId });

const MuteAll = z.enum(["On", "Off"], { error: "must be On or Off" });
/** Missing fields stay unchanged; "" clears a text, but a group must have a name. */
const change = {
  name: optional(within(chatLimits.name, nameText(chatLimits.name))),
  introduction: bytes(chatLimits.introduction).nullish(),
  notification: bytes(chatLimits.notification).nullish(),
  faceUrl: z
    .union([
      z.literal(""),
      bytes(chatLimits.faceUrl).pipe(z.url({ protocol: /^https?$/, error: "must be an address" })),
    ])
    .nullish(),
  muteAllMember: optional(MuteAll),
};
export const GroupModifyBody = z
  .object({ groupId: GroupId, ...change })
  .refine((body) => Object.keys(change).some((field) => body[field as keyof typeof change] != null), {
    path: ["name"],
    error: "there is nothing to change",
  });

/** A member's number, as text or as a number. */
const Account = z
  .union([z.string(), z.number().int().positive().max(Number.MAX_SAFE_INTEGER).transform(String)])
  .pipe(z.string().regex(/^[\x21-\x7e]{1,32}$/, "must be 1 to 32 printable characters"));
export const ForbidSendMsgBody = z.object({
  groupId: GroupId,
  members_Account: z.array(Account).min(1).max(chatLimits.mutedAccounts),
  muteTime: Long.pipe(z.number().min(0).max(MUTED_FOR_EVER)),
});

const MemberView = z.object({
  nickname: z.string(),
  avatar: z.string(),
  role: z.string(),
  member_Account: z.string(),
  joinTime: Time,
  /** 0: not muted. */
  muteUntil: Time,
  lastSendMsgTime: Time,
});
const orNull = z.string().nullable();
/** The list of groups fills only the id. */
const ChatGroupView = z.object({
  groupId: z.string(),
  type: orNull,
  name: orNull,
  introduction: orNull,
  notification: orNull,
  faceUrl: orNull,
  muteAllMember: orNull,
  memberNum: int.nullable(),
  maxMemberNum: int.nullable(),
  memberList: z.array(MemberView).nullable(),
});
const said = { errorInfo: z.string(), actionStatus: z.string(), errorCode: int };
export const GroupListView = z.object({ totalCount: int, groupIdList: z.array(ChatGroupView), ...said });
export const GroupInfoView = z.object({ groupInfo: z.array(ChatGroupView.extend({ errorCode: int })) });
export const MutedListView = z.object({
  mutedAccountList: z.array(
    z.object({ nickname: z.string(), avatar: z.string(), member_Account: z.string(), mutedUntil: Time }),
  ),
});
