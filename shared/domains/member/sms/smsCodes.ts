import { recordOperation } from "#shared/domains/audit/index.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { currentContext } from "#shared/kernel/request/context.js";
import { randomId } from "#shared/kernel/mongo/ids.js";
import { log } from "#shared/kernel/observability/log.js";
import { outsideTransaction } from "#shared/kernel/mongo/mongo.js";
import { keyedHash } from "#shared/kernel/security/sealed.js";
import { SignInResult } from "../member.states.js";
import { LoginLogModel } from "../signIn/loginLog.model.js";
import { smsErrors } from "../member.errors.js";
import { SmsCodeModel, SmsFailureModel, type SmsCodeDoc } from "./smsCode.model.js";
import type { SmsScene } from "./smsScene.codes.js";

/** Added to the scene of an operator's test message, so that no code of a scene is found there. */
export const TEST_SCENE = 100;

/** Wrong tries that invalidate a code; one for a mobile under attack. */
const TRIES = 5;
const TRIES_UNDER_ATTACK = 1;
/** So many wrong tries in 30 days are no typing errors: four digits would be found by brute force. */
const ATTACK_FAILURES = 100;
const ATTACK_MS = days(30);

export const codeHashOf = (mobile: string, scene: SmsScene, code: string): string =>
  keyedHash("sms code", `${mobile} ${scene} ${code}`);

/**
 * Uses up the code of a mobile and a scene. Only the newest code counts. CodeNotFound when it is wrong or was
 * invalidated by wrong tries, CodeExpired after 10 min, CodeUsed the second time. The counts persist even if a
 * transaction around it aborts. SMS_TEST_MOBILE needs no code.
 */
export async function consumeSmsCode(given: { mobile: string; scene: SmsScene; code: string }): Promise<void> {
  if (config.SMS_TEST_MOBILE !== undefined && given.mobile === config.SMS_TEST_MOBILE) return;
  await outsideTransaction(async () => consume(given));
}

async function consume({ mobile, scene, code }: { mobile: string; scene: SmsScene; code: string }): Promise<void> {
  const row = await SmsCodeModel.findOne({ mobile, scene }).sort({ createdAt: -1, _id: -1 }).lean<SmsCodeDoc>();
  if (!row) throw smsErrors.CodeNotFound();
  const matches = row.codeHash === codeHashOf(mobile, scene, code);
  if (row.usedAt) throw matches ? smsErrors.CodeUsed() : smsErrors.CodeNotFound();
  if (row.expiresAt <= clock.now()) throw matches ? smsErrors.CodeExpired() : smsErrors.CodeNotFound();

  const ip = currentContext()?.ip ?? "";
  const underAttack = (await failuresOf(mobile)) >= ATTACK_FAILURES;
  if (underAttack && !(await signedInFrom(mobile, ip))) throw smsErrors.CodeNotFound();
  // Counted before it is compared, so that concurrent guesses get no more tries than consecutive ones.
  const taken = await SmsCodeModel.updateOne(
    { _id: row._id, usedAt: null, tries: { $lt: underAttack ? TRIES_UNDER_ATTACK : TRIES } },
    { $inc: { tries: 1 } },
  );
  if (taken.modifiedCount === 0) {
    // A second tap with the right code finds it used by the first, and gets CodeUsed like a later one.
    const isUsed = matches && (await SmsCodeModel.exists({ _id: row._id, usedAt: { $ne: null } })) !== null;
    throw isUsed ? smsErrors.CodeUsed() : smsErrors.CodeNotFound();
  }
  if (!matches) {
    await countFailure(mobile);
    throw smsErrors.CodeNotFound();
  }
  const used = await SmsCodeModel.updateOne(
    { _id: row._id, usedAt: null },
    { $set: { usedAt: clock.now(), usedIp: ip } },
  );
  if (used.modifiedCount === 0) throw smsErrors.CodeUsed();
}

async function failuresOf(mobile: string): Promise<number> {
  return SmsFailureModel.countDocuments({ mobile, createdAt: { $gt: clock.after(-ATTACK_MS) } });
}

async function countFailure(mobile: string): Promise<void> {
  await SmsFailureModel.create([{ _id: randomId(), mobile }]);
  if ((await failuresOf(mobile)) !== ATTACK_FAILURES) return;
  const details = { failures: ATTACK_FAILURES, days: ATTACK_MS / days(1) };
  log.error(details, "someone guesses SMS codes of a mobile");
  // The log shows no mobiles; the audit log, which operators may read, names it.
  await recordOperation({ module: "sms", action: "codes-guessed", bizId: mobile, after: details });
}

async function signedInFrom(mobile: string, ip: string): Promise<boolean> {
  const past = await LoginLogModel.exists({ audience: "member", username: mobile, result: SignInResult.success, ip });
  return past !== null;
}
