import { ask, askWaitMs } from "#shared/kernel/queue/ask.js";
import { clock } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { errors } from "#shared/kernel/request/errors.js";
import { storedCredential, type HeldCredential } from "./storedCredential.js";
import { CredentialName } from "./social.codes.js";
import { socialErrors } from "./social.errors.js";
import { refreshCredentialJob } from "./social.jobs.js";

/** For the API: the stored credential, or one that a worker fetches now (at most 5 s). */
export async function requestCredential(name: CredentialName): Promise<HeldCredential> {
  const stored = await storedCredential(name);
  if (stored) return stored;
  await requestOnce(name);
  const fetched = await storedCredential(name);
  if (!fetched) throw errors.StillWorking({}, 2);
  return fetched;
}

const requests = new Map<CredentialName, Promise<void>>();

/** Concurrent callers of this process share one request per credential. */
function requestOnce(name: CredentialName): Promise<void> {
  let answer = requests.get(name);
  if (!answer) {
    answer = ask(refreshCredentialJob, { name }, { timeoutMs: askWaitMs.long }).finally(() => requests.delete(name));
    requests.set(name, answer);
  }
  return answer;
}

export interface ShownAccessToken {
  accessToken: string;
  expiresInSeconds: number;
}

/** The mini-program's access token, if SOCIAL_EXPOSE_SECRETS allows it; else SecretsNotShown. */
export async function shownAccessToken(): Promise<ShownAccessToken> {
  if (!config.SOCIAL_EXPOSE_SECRETS) throw socialErrors.SecretsNotShown();
  const { value, expiresAt } = await requestCredential(CredentialName.miniProgramToken);
  return { accessToken: value, expiresInSeconds: Math.floor((expiresAt.getTime() - clock.ms()) / 1_000) };
}
