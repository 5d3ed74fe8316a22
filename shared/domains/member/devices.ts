import { endSessions, listSessions, type Session } from "#shared/platform/sessions.js";
import { memberErrors } from "./member.errors.js";

/** Where a member is signed in, newest first. */
export async function listDevices(memberId: number): Promise<Session[]> {
  return listSessions("member", memberId);
}

/** Signs a device out. DeviceNotFound for one that is signed out already, never was, or is somebody else's. */
export async function removeDevice(memberId: number, deviceId: number): Promise<void> {
  const ended = await endSessions({ audience: "member", ownerId: memberId, ids: [deviceId] }, "removed by the member");
  if (ended === 0) throw memberErrors.DeviceNotFound();
}
