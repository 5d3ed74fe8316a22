import { ask, askWaitMs } from "#shared/kernel/queue/ask.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { errors } from "#shared/kernel/request/errors.js";
import { isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { decryptText, encryptText, keyedHash } from "#shared/kernel/security/sealed.js";
import { SocialCodeModel, type SocialCodeDoc } from "./socialCode.model.js";
import { SocialType, type CodeKind } from "./social.codes.js";
import { socialApp } from "./socialApps.js";
import { socialErrors } from "./social.errors.js";
import { resolveCodeJob } from "./social.jobs.js";

/** Longer than any code of the provider is valid, so that a used one stays known as used. */
const KEPT_MS = minutes(10);
const MAX_CODE = 512;

/**
 * The provider's answer about a code, once: the second caller gets SocialNotResolved (PhoneNotResolved). Asks a worker
 * and waits 5 s at most; then StillWorking, and a repeat finds the same work or its answer. The caller parses the
 * answer.
 */
export async function spendCode(kind: CodeKind, code: string): Promise<unknown> {
  const notResolved = kind === "phone" ? socialErrors.PhoneNotResolved : socialErrors.SocialNotResolved;
  if (code === "" || code.length > MAX_CODE) throw notResolved();
  socialApp(kind === "phone" ? SocialType.miniProgram : (Number(kind) as SocialType));
  const row = await openCode(kind, code);
  if (row.state === "used" || row.state === "refused") throw notResolved();
  if (row.state !== "answered") await ask(resolveCodeJob, { codeId: row._id }, { timeoutMs: askWaitMs.long });
  const answer = await takeAnswer(row._id);
  if (answer === undefined) throw notResolved();
  return answer;
}

async function openCode(kind: CodeKind, code: string): Promise<SocialCodeDoc> {
  const _id = codeIdOf(kind, code);
  const stored = await SocialCodeModel.findById(_id).lean<SocialCodeDoc>();
  if (stored) return stored;
  const fresh: SocialCodeDoc = {
    _id,
    kind,
    state: "waiting",
    codeBox: encryptText(code),
    answerBox: null,
    leaseUntil: null,
    expiresAt: clock.after(KEPT_MS),
  };
  try {
    await SocialCodeModel.create([fresh]);
  } catch (error) {
    // Another request brought the same code at the same moment.
    if (!isDuplicateKey(error)) throw error;
  }
  return fresh;
}

const codeIdOf = (kind: CodeKind, code: string): string => keyedHash("social code", `${kind} ${code}`);

/** Undefined if another caller took it, or the provider refused the code. */
async function takeAnswer(_id: string): Promise<unknown> {
  const taken = await SocialCodeModel.findOneAndUpdate(
    { _id, state: "answered" },
    { $set: { state: "used", answerBox: null } },
    { returnDocument: "before" },
  ).lean<SocialCodeDoc>();
  if (taken?.answerBox) return JSON.parse(decryptText(taken.answerBox)) as unknown;
  const row = await SocialCodeModel.findById(_id).lean<SocialCodeDoc>();
  if (row?.state === "waiting" || row?.state === "running") throw errors.StillWorking({}, 2);
  return undefined;
}
