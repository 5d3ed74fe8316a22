import { sandbox } from "#test/support/environment.js";

/** The sandbox's control (rules: Sandbox). */
export async function control<T = any>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${sandbox.url}/sandbox${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

interface ImFault {
  mode: "error" | "timeout" | "slow" | "badSignature";
  count?: number;
  delayMs?: number;
  /** Only calls whose path contains this, such as "forbid_send_msg". */
  path?: string;
  after?: boolean;
}
export const imFault = (fault: ImFault) => control("PUT", "/faults", { platform: "im", ...fault });
export const noImFaults = () => control("DELETE", "/faults?platform=im");

interface ImCall {
  command: string;
  groupId?: string;
  errorCode: number;
}

/** What the service did with this group at the provider, oldest first; of one command, or all. */
export async function callsOf(groupId: string, command?: string): Promise<ImCall[]> {
  const events = await control<(ImCall & { type: string })[]>("GET", `/im/events?groupId=${groupId}`);
  return events
    .filter((event) => event.type === "CALL" && (command === undefined || event.command === command))
    .toReversed();
}

interface PlatformGroup {
  groupId: string;
  type: string;
  name: string;
  notification: string;
  owner: string;
  muteAllMember: string;
  members: { account: string; role: string; isOnline: boolean }[];
  mutedUntil: Record<string, number>;
}
/** A group as the provider has it. */
export const groupAtPlatform = async (groupId: string): Promise<PlatformGroup | undefined> =>
  (await control<PlatformGroup[]>("GET", "/im/groups")).find((group) => group.groupId === groupId);

export const enter = (groupId: string, accounts: readonly string[]) =>
  control("POST", `/im/groups/${groupId}/join`, { accounts });
export const say = async (groupId: string, account: string): Promise<boolean> =>
  (await control<{ delivered: boolean }>("POST", `/im/groups/${groupId}/messages`, { account })).delivered;
