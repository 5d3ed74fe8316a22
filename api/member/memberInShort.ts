import { z } from "zod";
import type { MemberInShort } from "#shared/domains/member/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import { int } from "../http/fields.js";

/** `user` in operators' rows: the owner; null once the account is closed. */
export const UserInShort = z
  .object({ id: int, nickname: z.string(), avatar: z.string(), mobile: z.string().nullable() })
  .nullable();

export const userInShort = (member: MemberInShort | null): z.input<typeof UserInShort> =>
  member && {
    id: member._id,
    nickname: member.nickname,
    avatar: mediaUrl(member.avatar),
    mobile: member.mobile ?? null,
  };
