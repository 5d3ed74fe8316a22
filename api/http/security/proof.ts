import type { Context } from "koa";
import { errors } from "#shared/kernel/request/errors.js";
import { challengeFor, takeProof, type ProofPurpose } from "#shared/kernel/security/proofOfWork.js";

export const CHALLENGE_HEADER = "proof-challenge";
const SOLUTION_HEADER = "proof-solution";

/**
 * For an address that has passed a soft limit: goes on if the request brings the solution of a challenge, else is
 * ProofNeeded with a new challenge in a header (rules: Envelope and limits). One proof is enough for a request.
 */
export async function prove(ctx: Context, purpose: ProofPurpose, network: string): Promise<void> {
  if (ctx.state["hasProved"]) return;
  const scope = { purpose, network };
  const solution = ctx.get(SOLUTION_HEADER);
  if (solution !== "" && (await takeProof(solution, scope))) {
    ctx.state["hasProved"] = true;
    return;
  }
  ctx.set(CHALLENGE_HEADER, await challengeFor(scope));
  throw errors.ProofNeeded();
}
