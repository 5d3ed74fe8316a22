import { buildChat, type BuiltChat } from "#test/factories/chat.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import type { Client } from "#test/support/client.js";
import { enter } from "./support.js";

export const APP = "/app-api/cloudlive/im";
export const ADMIN = "/admin-api/cloudlive/im";

interface TeaEvening {
  /** With its host and the viewer in it. */
  chat: BuiltChat;
  viewer: BuiltMember;
  /** May look at chats and change them. */
  operator: Client;
}

/** A running live with its chat, and whoever has to do with it. */
export async function buildTeaEvening(): Promise<TeaEvening> {
  const chat = await buildChat({ liveName: "茶 Tea evening" });
  const viewer = await buildMember({ nickname: "小红" });
  const operator = (await buildOperator(["cloudlive:im:query", "cloudlive:im:update"])).client;
  await enter(chat.groupId, [String(viewer.member._id)]);
  return { chat, viewer, operator };
}
