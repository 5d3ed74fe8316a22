import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery, LongId, Time } from "#api/http/fields.js";
import {
  endOperatorSession,
  endOwnSession,
  listOperatorSessions,
  OWN_PROFILE,
} from "#shared/domains/operator/index.js";
import { Id } from "#shared/kernel/request/schemas.js";
import type { Session } from "#shared/kernel/security/sessions.js";

const SessionView = z.object({
  id: Id,
  userId: Id,
  deviceName: z.string(),
  terminal: z.number().int(),
  ip: z.string(),
  userAgent: z.string(),
  loginTime: Time,
  lastActiveTime: Time,
  /** The session of this request. */
  current: z.boolean(),
});
const sessionView = (session: Session, currentId: number): z.input<typeof SessionView> => ({
  id: session._id,
  userId: session.ownerId,
  deviceName: session.deviceName,
  terminal: session.terminal,
  ip: session.ip,
  userAgent: session.userAgent,
  loginTime: session.createdAt.getTime(),
  lastActiveTime: session.lastActiveAt.getTime(),
  current: session._id === currentId,
});

interface Shown {
  sessions: Session[];
  currentId: number;
}
const view = ({ sessions, currentId }: Shown) => sessions.map((session) => sessionView(session, currentId));

const ownList = endpoint({
  method: "get",
  path: "/admin-api/system/user/profile/session/list",
  access: operator(OWN_PROFILE),
  summary: "Lists the devices the operator of the token is signed in on, newest first",
  output: z.array(SessionView),
  handle: async ({ actor }) => ({
    sessions: await listOperatorSessions(actor.operatorId),
    currentId: actor.sessionId,
  }),
  view,
});

const ownDelete = endpoint({
  method: "delete",
  path: "/admin-api/system/user/profile/session/delete",
  access: operator(OWN_PROFILE),
  summary: "Signs one of the operator's own devices out immediately",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ actor, query }) => endOwnSession(actor.operatorId, query.id),
});

const list = endpoint({
  method: "get",
  path: "/admin-api/system/user/session/list",
  access: operator("system:session:query"),
  summary: "Lists the devices an operator is signed in on, newest first",
  input: { query: z.object({ userId: LongId }) },
  output: z.array(SessionView),
  handle: async ({ actor, query }) => ({
    sessions: await listOperatorSessions(query.userId),
    currentId: actor.sessionId,
  }),
  view,
});

const remove = endpoint({
  method: "delete",
  path: "/admin-api/system/user/session/delete",
  access: operator("system:session:delete"),
  summary: "Signs an operator's device out immediately",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ actor, query }) => endOperatorSession(actor, query.id),
});

export const operatorSessionEndpoints = [ownList, ownDelete, list, remove];
