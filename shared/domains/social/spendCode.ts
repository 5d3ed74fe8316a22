import { ask, askWaitMs } from "#shared/kernel/queue/ask.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { errors } from "#shared/kernel/request/errors.js";
import { isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { decryptText, encryptText, keyedHash } from "#shared/kernel/security/sealed.js";
import { PlatformCodeModel, type PlatformCodeDoc } from "./platformCode.model.js";
import type { CodeKind } from "./social.codes.js";
import { socialErrors } from "./social.errors.js";
import { resolveCodeJob } from "./social.jobs.js";

/** Longer than any code of the provider lives, so that a used one stays known as used. */
const KEPT_MS = minutes(10);
const MAX_CODE = 512;

/**
 * What the provider says of a code, once: the second caller gets SocialNotResolved (PhoneNotResolved). Asks a worker, at most 5 s;
 * StillWorking when that runs out, and a repeat finds the same work or its answer. The caller parses the answer.
 */
export async function spendCode(kind: CodeKind, code: string): Promise<unknown> {
  const noGood = kind === "phone" ? socialErrors.PhoneNotResolved : socialErrors.SocialNotResolved;
  if (code === "" || code.length > MAX_CODE) throw noGood();
  const row = await openCode(kind, code);
  if (row.state === "used" || row.state === "refused") throw noGood();
  if (row.state !== "answered") await ask(resolveCodeJob, { codeId: row._id }, { timeoutMs: askWaitMs.long });
  const answer = await takeAnswer(row._id);
  if (answer === undefined) throw noGood();
  return answer;
}

async function openCode(kind: CodeKind, code: string): Promise<PlatformCodeDoc> {
  const _id = codeIdOf(kind, code);
  const known = await PlatformCodeModel.findById(_id).lean<PlatformCodeDoc>();
  if (known) return known;
  const fresh: PlatformCodeDoc = {
    _id,
    kind,
    state: "waiting",
    codeBox: encryptText(code),
    answerBox: null,
    leaseUntil: null,
    expiresAt: clock.after(KEPT_MS),
  };
  try {
    await PlatformCodeModel.create([fresh]);
  } catch (error) {
    // Another request came with the same code at the same moment.
    if (!isDuplicateKey(error)) throw error;
  }
  return fresh;
}

const codeIdOf = (kind: CodeKind, code: string): string => keyedHash("social code", `${kind} ${code}`);

/** Undefined when another took it, or the provider refused the code. */
async function takeAnswer(_id: string): Promise<unknown> {
  const taken = await PlatformCodeModel.findOneAndUpdate(
    { _id, state: "answered" },
    { $set: { state: "used", answerBox: null } },
    { returnDocument: "before" },
  ).lean<PlatformCodeDoc>();
  if (taken?.answerBox) return JSON.parse(decryptText(taken.answerBox)) as unknown;
  const row = await PlatformCodeModel.findById(_id).lean<PlatformCodeDoc>();
  if (row?.state === "waiting" || row?.state === "running") throw errors.StillWorking({}, 2);
  return undefined;
}
