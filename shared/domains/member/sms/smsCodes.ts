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

/** Added to the scene of a text that an operator sends to try it: no code of a scene is looked for there. */
export const TEST_SCENE = 100;

/** Wrong tries that kill a code; of a mobile that is under attack, one. */
const TRIES = 5;
const TRIES_UNDER_ATTACK = 1;
/** So many wrong tries in 30 days are no typing errors: four digits would be found by patience. */
const ATTACK_FAILURES = 100;
const ATTACK_MS = days(30);

export const codeHashOf = (mobile: string, scene: SmsScene, code: string): string =>
  keyedHash("sms code", `${mobile} ${scene} ${code}`);

/**
 * Uses up the code of a mobile and a scene. Only the newest code counts. CodeNotFound when it is wrong or was killed by
 * wrong tries, CodeExpired after 10 min, CodeUsed the second time. What is counted stays, whatever becomes of a
 * transaction around it. SMS_TEST_MOBILE needs no code.
 */
export async function consumeSmsCode(given: { mobile: string; scene: SmsScene; code: string }): Promise<void> {
  if (config.SMS_TEST_MOBILE !== undefined && given.mobile === config.SMS_TEST_MOBILE) return;
  await outsideTransaction(async () => consume(given));
}

async function consume({ mobile, scene, code }: { mobile: string; scene: SmsScene; code: string }): Promise<void> {
  const row = await SmsCodeModel.findOne({ mobile, scene }).sort({ createdAt: -1, _id: -1 }).lean<SmsCodeDoc>();
  if (!row) throw smsErrors.CodeNotFound();
  const fits = row.codeHash === codeHashOf(mobile, scene, code);
  if (row.usedAt) throw fits ? smsErrors.CodeUsed() : smsErrors.CodeNotFound();
  if (row.expiresAt <= clock.now()) throw fits ? smsErrors.CodeExpired() : smsErrors.CodeNotFound();

  const ip = currentContext()?.ip ?? "";
  const underAttack = (await failuresOf(mobile)) >= ATTACK_FAILURES;
  if (underAttack && !(await signedInFrom(mobile, ip))) throw smsErrors.CodeNotFound();
  // Counted before it is compared: a thousand guesses at once get no more tries than one after another.
  const taken = await SmsCodeModel.updateOne(
    { _id: row._id, usedAt: null, tries: { $lt: underAttack ? TRIES_UNDER_ATTACK : TRIES } },
    { $inc: { tries: 1 } },
  );
  if (taken.modifiedCount === 0) {
    // A second tap with the right code finds it used by the first, and is told so like one that comes later.
    const isUsed = fits && (await SmsCodeModel.exists({ _id: row._id, usedAt: { $ne: null } })) !== null;
    throw isUsed ? smsErrors.CodeUsed() : smsErrors.CodeNotFound();
  }
  if (!fits) {
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
  const told = { failures: ATTACK_FAILURES, days: ATTACK_MS / days(1) };
  log.error(told, "someone guesses SMS codes of a mobile");
  // The log shows no mobiles: which one it is stands where operators may read it.
  await recordOperation({ module: "sms", action: "codes-guessed", bizId: mobile, after: told });
}

async function signedInFrom(mobile: string, ip: string): Promise<boolean> {
  const past = await LoginLogModel.exists({ audience: "member", username: mobile, result: SignInResult.success, ip });
  return past !== null;
}
