import { pauseRun } from "#shared/kernel/request/context.js";
import { wechat } from "#shared/providers/social/client.js";
import { timeWithin, type TimeLeft } from "#shared/providers/social/port.js";
import { storeAfter, storeNow } from "#shared/kernel/mongo/storeTime.js";
import { seconds } from "#shared/kernel/time/clock.js";
import { errors } from "#shared/kernel/request/errors.js";
import { decryptText, encryptText } from "#shared/kernel/security/sealed.js";
import { PROVIDER_TIMEOUT_MS, refusalOf } from "./requestFromProvider.js";
import { queryPhone } from "./queryPhone.js";
import { SocialCodeModel, type SocialCodeDoc } from "./socialCode.model.js";
import { socialErrors } from "./social.errors.js";
import { socialApp } from "./socialApps.js";
import { type CodeKind, SocialType } from "./social.codes.js";

/** A worker that keeps a code for longer is taken for dead; the code may be used up by then. */
const LEASE_MS = seconds(10);
const POLL_MS = 50;

/**
 * For workers: queries the provider about a code and stores its answer, sealed. Throws the refusal as the error for
 * clients; a code that the provider does not know is refused for good, after any other error it can be queried again.
 */
export async function resolveCode(codeId: string): Promise<void> {
  const left = timeWithin(PROVIDER_TIMEOUT_MS);
  const row = await takeCode(codeId, left);
  if (!row) return;
  try {
    const answer = await queryCode(row.kind, decryptText(row.codeBox), left);
    await endTurn(row, { state: "answered", codeBox: null, answerBox: encryptText(JSON.stringify(answer)) });
  } catch (error) {
    const isFinal = isForGood(error);
    await endTurn(row, isFinal ? { state: "refused", codeBox: null } : { state: "waiting" });
    throw error;
  }
}

interface TakenCode {
  _id: string;
  kind: CodeKind;
  codeBox: string;
  leaseUntil: Date;
}

/** Undefined if there is nothing to do (any more). Waits while another worker has the code; StillWorking on timeout. */
async function takeCode(codeId: string, left: TimeLeft): Promise<TakenCode | undefined> {
  for (;;) {
    const taken = await tryToTake(codeId);
    if (taken) return taken;
    const row = await SocialCodeModel.findById(codeId).lean<SocialCodeDoc>();
    if (row?.state === "running" && left() < POLL_MS) throw errors.StillWorking({}, 2);
    if (row?.state !== "running" && row?.state !== "waiting") return undefined;
    await pauseRun(POLL_MS);
  }
}

async function tryToTake(codeId: string): Promise<TakenCode | undefined> {
  const leaseUntil = storeAfter(LEASE_MS);
  const taken = await SocialCodeModel.findOneAndUpdate(
    { _id: codeId, $or: [{ state: "waiting" }, { state: "running", leaseUntil: { $lt: storeNow() } }] },
    { $set: { state: "running", leaseUntil } },
    { returnDocument: "after" },
  ).lean<SocialCodeDoc>();
  return taken?.codeBox ? { ...taken, codeBox: taken.codeBox, leaseUntil } : undefined;
}

/** Guarded by the lease, so that a worker taken for dead does not overwrite its successor's result. */
async function endTurn({ _id, leaseUntil }: TakenCode, set: Partial<SocialCodeDoc>): Promise<void> {
  await SocialCodeModel.updateOne({ _id, state: "running", leaseUntil }, { $set: { ...set, leaseUntil: null } });
}

async function queryCode(kind: CodeKind, code: string, left: TimeLeft): Promise<unknown> {
  if (kind === "phone") return queryPhone(code, left);
  const type = Number(kind) as SocialType;
  const app = socialApp(type);
  const identity =
    type === SocialType.miniProgram
      ? wechat.identityOfLogin(app, code, left)
      : wechat.identityOfAuthorization(app, code, left);
  return identity.catch((error: unknown) => {
    throw refusalOf(error);
  });
}

const forGood = [socialErrors.SocialNotResolved.is, socialErrors.PhoneNotResolved.is];
const isForGood = (error: unknown): boolean => forGood.some((is) => is(error));
