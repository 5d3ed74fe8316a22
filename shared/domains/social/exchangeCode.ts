import { z } from "zod";
import { config } from "#shared/kernel/config/config.js";
import { spendCode } from "./spendCode.js";
import { SocialType } from "./social.codes.js";

const Identity = z.object({
  openid: z.string(),
  unionid: z.string().nullable(),
  nickname: z.string().optional(),
  avatar: z.string().optional(),
  sessionKey: z.string().optional(),
});

/** The person whom a code stands for. */
export interface SocialPerson {
  openid: string;
  unionid: string | null;
  nickname?: string | undefined;
  avatar?: string | undefined;
}

/**
 * The person whom a code of the provider stands for; it works once. At most 5 s. Throws SocialNotResolved (1004003005:
 * wrong, old or used), SocialAuthFailed (1002018000), SocialPlatformBusy (1002018002), NotOffered (1001009003),
 * StillWorking (503: no answer, the same code may be retried).
 */
export async function exchangeCode(input: { type: SocialType; code: string }): Promise<SocialPerson> {
  const { sessionKey: _, ...person } = Identity.parse(await spendCode(`${input.type}`, input.code));
  return person;
}

/** The same for a mini-program's login code, with its session key if SOCIAL_EXPOSE_SECRETS allows it, else null. */
export async function exchangeLoginCode(code: string): Promise<SocialPerson & { sessionKey: string | null }> {
  const { sessionKey, ...person } = Identity.parse(await spendCode(`${SocialType.miniProgram}`, code));
  return { ...person, sessionKey: config.SOCIAL_EXPOSE_SECRETS ? (sessionKey ?? null) : null };
}
