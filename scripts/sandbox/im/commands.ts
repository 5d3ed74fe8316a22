/** The commands of the chat provider that the shop uses, by path. */
import { z } from "zod";
import type { ProviderCall } from "../provider.js";
import type { ImEvents } from "./events.js";
import { groupTypes, MUTED_FOR_EVER, type Chats, type Group } from "./groups.js";
import { ImRefusal } from "./signature.js";

const bytes = (max: number) => z.string().refine((text) => Buffer.byteLength(text) <= max);
const AccountName = bytes(32).min(1);
const GroupId = z.string().min(1).max(48);
const OfGroup = z.object({ GroupId });
const texts = {
  Introduction: bytes(240).optional(),
  Notification: bytes(300).optional(),
  FaceUrl: bytes(100).optional(),
};
const CreateBody = z.object({
  Owner_Account: AccountName.optional(),
  Type: z.enum(groupTypes as [string, ...string[]]),
  GroupId: GroupId.regex(/^(?!@TGS#)[\x21-\x7e]+$/),
  Name: bytes(30).min(1),
  ...texts,
  MemberList: z.array(z.object({ Member_Account: AccountName })).optional(),
});
const ModifyBody = z.object({
  GroupId,
  Name: bytes(30).min(1).optional(),
  ...texts,
  MuteAllMember: z.enum(["On", "Off"]).optional(),
});
const ListBody = z.object({ Limit: z.int().min(1).max(10_000).default(10_000), Next: z.int().min(0).default(0) });
const InfoBody = z.object({ GroupIdList: z.array(GroupId).min(1).max(50) });
const AddBody = z.object({
  GroupId,
  Silence: z.int().optional(),
  MemberList: z
    .array(z.object({ Member_Account: AccountName }))
    .min(1)
    .max(100),
});
const ForbidBody = z.object({
  GroupId,
  Members_Account: z.array(AccountName).min(1).max(500),
  MuteTime: z.int().min(0).max(MUTED_FOR_EVER),
});
const ImportBody = z.object({ UserID: AccountName, Nick: bytes(500).optional(), FaceUrl: bytes(500).optional() });
const KickBody = z.object({ UserID: AccountName });

type Command = (call: ProviderCall) => object;

export function imCommands(chats: Chats, events: ImEvents): Record<string, Command> {
  const of =
    <S extends z.ZodType>(schema: S, run: (body: z.output<S>, call: ProviderCall) => object | void): Command =>
    (call) =>
      run(parse(schema, call.body), call) ?? {};

  const groupOnTheWire = (group: Group): object => ({
    GroupId: group.groupId,
    ErrorCode: 0,
    ErrorInfo: "",
    Type: group.type,
    Name: group.name,
    Introduction: group.introduction,
    Notification: group.notification,
    FaceUrl: group.faceUrl,
    Owner_Account: group.owner,
    MuteAllMember: group.muteAllMember,
    CreateTime: group.createdAt,
    MemberNum: group.members.length,
    MaxMemberNum: group.maxMembers,
    MemberList: group.members.map((member) => ({
      Member_Account: member.account,
      Role: member.role,
      JoinTime: member.joinedAt,
      MuteUntil: chats.mutedUntil(group, member.account),
      LastSendMsgTime: member.lastSentAt,
      NameCard: "",
    })),
  });

  /** A group that does not exist must not fail the others. */
  function info(groupId: string): object {
    try {
      return groupOnTheWire(chats.group(groupId));
    } catch (error) {
      if (error instanceof ImRefusal) return { GroupId: groupId, ErrorCode: error.code, ErrorInfo: error.message };
      throw error;
    }
  }

  return {
    "im_open_login_svc/kick": of(KickBody, ({ UserID: userId }, { at }) => {
      chats.goOffline(userId);
      events.add({ type: "KICKED_OUT", userId, at });
    }),
    "im_open_login_svc/account_import": of(ImportBody, ({ UserID, Nick, FaceUrl }) =>
      chats.import({ account: UserID, nick: Nick ?? "", faceUrl: FaceUrl ?? "" }),
    ),
    "group_open_http_svc/create_group": of(CreateBody, (body) => {
      const isOfLive = body.Type === "AVChatRoom";
      if (isOfLive && body.MemberList?.length) throw new ImRefusal(10_007, "nobody can be added to an AVChatRoom");
      chats.create({
        groupId: body.GroupId,
        type: body.Type,
        name: body.Name,
        introduction: body.Introduction ?? "",
        notification: body.Notification ?? "",
        faceUrl: body.FaceUrl ?? "",
        owner: body.Owner_Account ?? "",
      });
      return { GroupId: body.GroupId };
    }),
    "group_open_http_svc/destroy_group": of(OfGroup, ({ GroupId: groupId }) =>
      chats.change(groupId, { isDissolved: true, members: [], mutedUntil: {} }),
    ),
    "group_open_http_svc/get_appid_group_list": of(ListBody, ({ Limit, Next }) => {
      const all = chats.list();
      const next = Next + Limit;
      return {
        TotalCount: all.length,
        GroupIdList: all.slice(Next, next).map(({ groupId }) => ({ GroupId: groupId })),
        Next: next < all.length ? next : 0,
      };
    }),
    "group_open_http_svc/get_group_info": of(InfoBody, ({ GroupIdList }) => ({ GroupInfo: GroupIdList.map(info) })),
    "group_open_http_svc/modify_group_base_info": of(ModifyBody, ({ GroupId: groupId, ...change }) => {
      const { name, introduction, notification, faceUrl, muteAllMember } = chats.group(groupId);
      chats.change(groupId, {
        name: change.Name ?? name,
        introduction: change.Introduction ?? introduction,
        notification: change.Notification ?? notification,
        faceUrl: change.FaceUrl ?? faceUrl,
        muteAllMember: change.MuteAllMember ?? muteAllMember,
      });
    }),
    "group_open_http_svc/add_group_member": of(AddBody, ({ GroupId: groupId, MemberList }) => {
      if (chats.group(groupId).type === "AVChatRoom")
        throw new ImRefusal(10_007, "nobody can be added to an AVChatRoom");
      return {
        MemberList: MemberList.map(({ Member_Account }) => ({
          Member_Account,
          Result: chats.account(Member_Account) ? chats.join(groupId, Member_Account) : 0,
        })),
      };
    }),
    "group_open_http_svc/forbid_send_msg": of(ForbidBody, ({ GroupId: groupId, Members_Account, MuteTime }) => {
      if (chats.group(groupId).type === "Private") throw new ImRefusal(10_007, "Private groups have no mutes");
      if (Members_Account.some((account) => !chats.account(account)))
        throw new ImRefusal(10_019, "an account does not exist");
      chats.mute(groupId, Members_Account, MuteTime);
    }),
    "group_open_http_svc/get_group_muted_account": of(OfGroup, ({ GroupId: groupId }) => {
      const group = chats.group(groupId);
      const accounts = Object.keys(group.mutedUntil).filter((account) => chats.mutedUntil(group, account) > 0);
      return {
        GroupId: groupId,
        MutedAccountList: accounts.map((account) => ({
          Member_Account: account,
          MutedUntil: chats.mutedUntil(group, account),
        })),
      };
    }),
    "group_open_http_svc/get_online_member_num": of(OfGroup, ({ GroupId: groupId }) => ({
      OnlineMemberNum: chats.group(groupId).members.filter(({ isOnline }) => isOnline).length,
    })),
  };
}

function parse<S extends z.ZodType>(schema: S, body: Buffer): z.output<S> {
  let json: unknown;
  try {
    json = JSON.parse(body.toString("utf8"));
  } catch {
    throw new ImRefusal(10_011, "the body is not JSON");
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ImRefusal(10_004, `invalid parameter ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`);
}
