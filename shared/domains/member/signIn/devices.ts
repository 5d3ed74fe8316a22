import { recordOperation } from "#shared/domains/audit/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { endSessions, listSessions, type Session } from "#shared/kernel/security/sessions.js";
import { kickOutSoon } from "./kickOut.js";
import { memberErrors } from "../member.errors.js";

/** The devices a member is signed in on, newest first. */
export async function listDevices(memberId: number): Promise<Session[]> {
  return listSessions("member", memberId);
}

/**
 * Signs a device out, of the chat too; the calling device leaves the chat by itself. DeviceNotFound for one that is
 * signed out already, never was signed in, or is another member's.
 */
export async function removeDevice(
  { memberId, sessionId }: { memberId: number; sessionId: number },
  deviceId: number,
): Promise<void> {
  await inTransaction(async () => {
    const ended = await endSessions(
      { audience: "member", ownerId: memberId, ids: [deviceId] },
      "removed by the member",
    );
    if (ended === 0) throw memberErrors.DeviceNotFound();
    await recordOperation({ module: "member", action: "device.remove", bizId: deviceId });
    if (deviceId !== sessionId) await kickOutSoon(memberId);
  });
}
