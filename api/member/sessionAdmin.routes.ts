import { z } from "zod";
import { endMemberSession, listDevices } from "#shared/domains/member/index.js";
import { Id } from "#shared/kernel/request/schemas.js";
import type { Session } from "#shared/kernel/security/sessions.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery, LongId, Time } from "#api/http/fields.js";

const SessionView = z.object({
  id: Id,
  userId: Id,
  deviceName: z.string(),
  terminal: z.number().int(),
  ip: z.string(),
  userAgent: z.string(),
  loginTime: Time,
  lastActiveTime: Time,
});
const sessionView = (session: Session): z.input<typeof SessionView> => ({
  id: session._id,
  userId: session.ownerId,
  deviceName: session.deviceName,
  terminal: session.terminal,
  ip: session.ip,
  userAgent: session.userAgent,
  loginTime: session.createdAt.getTime(),
  lastActiveTime: session.lastActiveAt.getTime(),
});

const list = endpoint({
  method: "get",
  path: "/admin-api/system/session/list",
  access: operator("system:session:query"),
  summary: "Lists the devices a member is signed in on, newest first",
  input: { query: z.object({ userId: LongId }) },
  output: z.array(SessionView),
  handle: ({ query }) => listDevices(query.userId),
  view: (sessions) => sessions.map(sessionView),
});

const remove = endpoint({
  method: "delete",
  path: "/admin-api/system/session/delete",
  access: operator("system:session:delete"),
  summary: "Signs a member's device out immediately",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => endMemberSession(query.id),
});

export const sessionAdminEndpoints = [list, remove];
