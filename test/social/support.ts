import { sandbox } from "#test/support/environment.js";

/** The sandbox's control (rules: Sandbox). */
async function control<T = any>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${sandbox.url}/sandbox${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

interface Person {
  openid: string;
  unionid: string;
  mobile: string;
}

export const person = (given: { nickname?: string; avatar?: string; mobile?: string } = {}) =>
  control<Person>("POST", "/social/users", given);

/** A fresh code of a person, as the phone would get it. */
export const codeOf = async (
  { openid }: Person,
  kind: "login" | "phone" | "authorize",
  more: object = {},
): Promise<string> => (await control<{ code: string }>("POST", "/social/codes", { openid, kind, ...more })).code;

export const socialFault = (fault: {
  mode: string;
  count?: number;
  delayMs?: number;
  path?: string;
  after?: boolean;
}) => control("PUT", "/faults", { platform: "social", ...fault });
export const noSocialFaults = () => control("DELETE", "/faults?platform=social");
export const expireTokens = () => control<{ ended: number }>("POST", "/social/tokens/expire");

interface SocialCall {
  id: number;
  method: string;
  path: string;
  body: string;
}
const allCalls = () => control<SocialCall[]>("GET", "/calls?platform=social");

/** The calls that the service makes during `run`, oldest first. */
export async function callsDuring(run: () => Promise<unknown>): Promise<SocialCall[]> {
  const last = (await allCalls())[0]?.id ?? 0;
  await run();
  return (await allCalls()).filter(({ id }) => id > last).toReversed();
}

export const pathsOf = (calls: SocialCall[]): string[] => calls.map(({ path }) => path.split("?")[0]!);

/** What a promise was refused with; throws when it was not. */
export async function refusal(work: Promise<unknown>): Promise<{ code: number }> {
  const error = await work.then(
    (answer) => new Error(`not refused: ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  );
  if (error instanceof Error && "code" in error) return error as Error & { code: number };
  throw error;
}
