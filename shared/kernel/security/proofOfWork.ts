import { createHmac, randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import { config } from "../config/config.js";
import { defineModel, isDuplicateKey, outsideTransaction } from "../mongo/mongo.js";
import { clock, minutes } from "../time/clock.js";

/** What is done with a proof; one for the other is not accepted. */
export type ProofPurpose = "signIn" | "sms";

export interface ProofScope {
  purpose: ProofPurpose;
  /** What address limits count by. */
  network: string;
}

const LIFE_MS = minutes(5);
/** With 2,000 to 3,000 tries that is about a second of one core for the caller, and a third of a millisecond for us. */
const COST = 600;
const TRIES: [number, number] = [2_000, 3_000];
const MOST_TEXT = 4_000;

interface UsedProof {
  _id: string;
  expiresAt: Date;
}
const UsedProofModel = defineModel<UsedProof>(
  "usedProofs",
  { _id: { type: String, required: true }, expiresAt: { type: Date, required: true } },
  { indexes: [[{ expiresAt: 1 }, { expireAfterSeconds: 0 }]] },
);

/** Of every signing key: a challenge of a process that has the next key already, or the last one still, counts. */
const secrets = config.JWT_KEYS.map((key) => createHmac("sha256", key).update("proof of work").digest("hex"));

const Answer = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal("PBKDF2/SHA-256"),
      nonce: z.string(),
      salt: z.string(),
      cost: z.literal(COST),
      keyLength: z.number().int().max(64),
      keyPrefix: z.string(),
      expiresAt: z.number(),
      data: z.object({ purpose: z.string(), network: z.string() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number().int(), derivedKey: z.string() }),
});

/** A challenge in ALTCHA's second format, as base64url of its JSON; it lives for 5 min (rules: Envelope and limits). */
export async function challengeFor(scope: ProofScope): Promise<string> {
  const challenge = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: COST,
    counter: randomInt(...TRIES),
    deriveKey,
    data: { ...scope },
    expiresAt: clock.after(LIFE_MS),
    hmacSignatureSecret: secrets[0]!,
  });
  return Buffer.from(JSON.stringify(challenge)).toString("base64url");
}

/**
 * Takes a solution, base64url of `{challenge, solution}`: true once, for the purpose and the address that the challenge was
 * made for, in whichever process. Anything else is false.
 */
export async function takeProof(text: string, scope: ProofScope): Promise<boolean> {
  const answer = read(text);
  if (!answer) return false;
  const { challenge, solution } = answer;
  const { data, expiresAt, nonce } = challenge.parameters;
  if (data.purpose !== scope.purpose || data.network !== scope.network || expiresAt * 1_000 < clock.ms()) return false;
  for (const hmacSignatureSecret of secrets) {
    const { verified, invalidSignature } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret,
    });
    if (invalidSignature) continue;
    return verified && isFirstUse(nonce, new Date(expiresAt * 1_000));
  }
  return false;
}

function read(text: string): z.output<typeof Answer> | undefined {
  if (text.length > MOST_TEXT) return undefined;
  try {
    return Answer.safeParse(JSON.parse(Buffer.from(text, "base64url").toString("utf8"))).data;
  } catch {
    return undefined;
  }
}

async function isFirstUse(nonce: string, expiresAt: Date): Promise<boolean> {
  try {
    await outsideTransaction(() => UsedProofModel.create({ _id: nonce, expiresAt }));
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
