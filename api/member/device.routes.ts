import { z } from "zod";
import { listDevices, removeDevice } from "#shared/domains/member/index.js";
import { Id } from "#shared/kernel/request/schemas.js";
import type { Session } from "#shared/kernel/security/sessions.js";
import { endpoint, member } from "#api/http/endpoint.js";
import { LongId, Time } from "#api/http/fields.js";

/** A signed-in device (rules: Sign-in). */
const DeviceView = z.object({
  id: Id,
  deviceName: z.string(),
  terminal: z.number().int(),
  ip: z.string(),
  userAgent: z.string(),
  loginTime: Time,
  lastActiveTime: Time,
  current: z.boolean(),
});

const device = (session: Session, currentId: number) => ({
  id: session._id,
  deviceName: session.deviceName,
  terminal: session.terminal,
  ip: session.ip,
  userAgent: session.userAgent,
  loginTime: session.createdAt.getTime(),
  lastActiveTime: session.lastActiveAt.getTime(),
  current: session._id === currentId,
});

const list = endpoint({
  method: "get",
  path: "/app-api/member/device/list",
  access: member(),
  summary: "Lists the devices the member is signed in on, newest first",
  output: z.array(DeviceView),
  handle: async ({ actor }) => ({ sessions: await listDevices(actor.memberId), currentId: actor.sessionId }),
  view: ({ sessions, currentId }) => sessions.map((session) => device(session, currentId)),
});

const remove = endpoint({
  method: "post",
  path: "/app-api/member/device/remove",
  access: member(),
  summary: "Signs a device out immediately",
  input: { body: z.object({ id: LongId }) },
  output: z.boolean(),
  handle: async ({ actor, body }) => {
    await removeDevice(actor, body.id);
    return true;
  },
});

export const deviceEndpoints = [list, remove];
