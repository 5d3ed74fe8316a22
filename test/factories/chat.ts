import { makeGroup } from "#shared/domains/chat/worker.js";
import { buildLive, type BuiltLive } from "./live.js";

export interface BuiltChat extends BuiltLive {
  groupId: string;
}

/** A running live whose group stands at the provider; its host owns it. */
export async function buildChat(overrides: Parameters<typeof buildLive>[0] = {}): Promise<BuiltChat> {
  const built = await buildLive(overrides);
  await makeGroup(built.live._id);
  return { ...built, groupId: built.live.groupId };
}
