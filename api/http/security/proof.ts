import type { Context } from "koa";
import { verifyCaptcha } from "#shared/domains/member/index.js";
import { config } from "#shared/kernel/config/config.js";
import { currentContext } from "#shared/kernel/request/context.js";
import { errors } from "#shared/kernel/request/errors.js";
import { challengeFor, takeProof, type ProofPurpose, type ProofScope } from "#shared/kernel/security/proofOfWork.js";

export const CHALLENGE_HEADER = "proof-challenge";
const SOLUTION_HEADER = "proof-solution";
const MOST_CAPTCHA = 4_000;

/**
 * For an address that has passed a soft limit: goes on if the request brings the solution of a challenge, else is
 * ProofNeeded with a new challenge in a header (rules: Envelope and limits). One proof is enough for a request.
 */
export async function prove(ctx: Context, purpose: ProofPurpose, network: string): Promise<void> {
  if (ctx.state["hasProved"]) return;
  const scope = { purpose, network };
  const { challenge, take } = config.PROOF_BY === "captcha" ? byCaptcha : byWork;
  const solution = ctx.get(SOLUTION_HEADER);
  if (solution !== "" && (await take(solution, scope))) {
    ctx.state["hasProved"] = true;
    return;
  }
  ctx.set(CHALLENGE_HEADER, await challenge(scope));
  throw errors.ProofNeeded();
}

interface Proof {
  challenge: (scope: ProofScope) => Promise<string>;
  take: (solution: string, scope: ProofScope) => Promise<boolean>;
}
const byWork: Proof = { challenge: challengeFor, take: takeProof };
/** The challenge is `{captcha: {siteKey, action}}`, the solution the answer of the provider's client. */
const byCaptcha: Proof = {
  challenge: ({ purpose }) => {
    const captcha = { siteKey: config.CAPTCHA_SITE_KEY, action: purpose };
    return Promise.resolve(Buffer.from(JSON.stringify({ captcha })).toString("base64url"));
  },
  // The whole address: the provider takes no network.
  take: async (token, { purpose }) =>
    token.length <= MOST_CAPTCHA && verifyCaptcha({ token, action: purpose, ip: currentContext()?.ip ?? "" }),
};
