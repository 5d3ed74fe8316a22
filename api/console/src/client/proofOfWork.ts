import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

/** The value of the header Proof-Solution for that of Proof-Challenge: about a second of work. */
export async function solved(header: string): Promise<string> {
  const challenge = JSON.parse(atob(header.replaceAll("-", "+").replaceAll("_", "/"))) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution })).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
