import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Caller } from "#shared/domains/member/index.js";
import { errors } from "#shared/kernel/request/errors.js";

/** Solves the challenge of a refusal as a client does; the value of Proof-Solution. */
export async function solve(headers: Headers): Promise<string> {
  const text = Buffer.from(headers.get("proof-challenge")!, "base64url").toString("utf8");
  const challenge = JSON.parse(text) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64url");
}

/** A caller from an address, who brings no proof. */
export const callerFrom = (ip: string): Caller => ({
  ip,
  network: ip,
  exempt: false,
  prove: () => Promise.reject(errors.ProofNeeded()),
});
