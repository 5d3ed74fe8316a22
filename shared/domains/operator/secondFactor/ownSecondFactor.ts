import { randomBytes } from "node:crypto";
import { recordOperation } from "#shared/domains/audit/index.js";
import { guardSignIn, type Caller } from "#shared/domains/member/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { decryptSecret, encryptSecret } from "#shared/kernel/security/sealed.js";
import { adminErrors } from "../operator.errors.js";
import { OperatorModel } from "../operator.model.js";
import { getOperator } from "../operator.queries.js";
import { invalidatePermissions } from "../role/permissions.js";
import { proveOwnPassword } from "../proveOwnPassword.js";
import { newRecoveryCodes, recoveryHashOf, takeSecondFactor } from "./secondFactor.js";
import { toBase32, totpStepOf } from "./totp.js";

const ISSUER = "Member commerce";

/**
 * A new base32 secret for an authenticator app, and its address for a QR code. No code is required before confirmTotp;
 * beginning again creates another secret. It takes the password, so that a stolen session cannot lock its owner out
 * with another app. TotpOnAlready, OperatorPasswordWrong, SignInLocked after five wrong ones.
 */
export async function beginTotp(
  operatorId: number,
  password: string,
  caller: Caller,
): Promise<{ secret: string; otpauthUrl: string }> {
  const { username } = await proveOwnPassword(operatorId, password, caller);
  const secret = toBase32(randomBytes(20));
  await inTransaction(async () => {
    const { matchedCount } = await OperatorModel.updateOne(
      { _id: operatorId, totpSecret: null },
      { $set: { totpPending: encryptSecret(secret) } },
    );
    if (matchedCount === 0) throw adminErrors.TotpOnAlready();
    await recordOperation({ module: "system", action: "profile.totp-begin", bizId: operatorId });
  });
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(username)}`;
  const query = `secret=${secret}&issuer=${encodeURIComponent(ISSUER)}&algorithm=SHA1&digits=6&period=30`;
  return { secret, otpauthUrl: `otpauth://totp/${label}?${query}` };
}

/**
 * Turns the second factor on with a code that proves that the app has the secret; that code cannot be used to sign in.
 * Returns the recovery codes, which are shown only here. TotpOnAlready, TotpNotBegun, TotpCodeWrong.
 */
export async function confirmTotp(operatorId: number, code: string): Promise<string[]> {
  const { totpSecret, totpPending } = await getOperator(operatorId);
  if (totpSecret !== null) throw adminErrors.TotpOnAlready();
  if (totpPending === null) throw adminErrors.TotpNotBegun();
  const step = totpStepOf(decryptSecret(totpPending), code, clock.ms());
  if (step === undefined) throw adminErrors.TotpCodeWrong();
  const codes = newRecoveryCodes();
  return inTransaction(async () => {
    const { modifiedCount } = await OperatorModel.updateOne(
      { _id: operatorId, totpSecret: null, totpPending },
      {
        $set: {
          totpSecret: totpPending,
          totpPending: null,
          totpStep: step,
          recoveryHashes: codes.map(recoveryHashOf),
        },
      },
    );
    if (modifiedCount === 0) throw adminErrors.TotpNotBegun();
    invalidatePermissions();
    await recordOperation({
      module: "system",
      action: "profile.totp-on",
      bizId: operatorId,
      before: { totp: false },
      after: { totp: true },
    });
    return codes;
  });
}

interface Proof {
  password: string;
  /** Of the app, or a recovery code. */
  code: string;
}

/**
 * Replaces the recovery codes by ten new ones, with the password and a code; they are shown only here, and the old ones
 * stop working. TotpOff, OperatorPasswordWrong, TotpCodeWrong, SignInLocked after five wrong ones.
 */
export async function renewRecoveryCodes(operatorId: number, proof: Proof, caller: Caller): Promise<string[]> {
  const totpSecret = await proveSecondFactor(operatorId, proof, caller);
  const codes = newRecoveryCodes();
  return inTransaction(async () => {
    const { modifiedCount } = await OperatorModel.updateOne(
      { _id: operatorId, totpSecret },
      { $set: { recoveryHashes: codes.map(recoveryHashOf) } },
    );
    if (modifiedCount === 0) throw adminErrors.TotpOff();
    await recordOperation({ module: "system", action: "profile.recovery-codes", bizId: operatorId });
    return codes;
  });
}

/**
 * Turns the second factor off with the password and a code (or a recovery code), as a stolen token must not suffice.
 * TotpOff, OperatorPasswordWrong, TotpCodeWrong, SignInLocked after five wrong ones.
 */
export async function disableTotp(operatorId: number, proof: Proof, caller: Caller): Promise<true> {
  const totpSecret = await proveSecondFactor(operatorId, proof, caller);
  return inTransaction(async () => {
    const { modifiedCount } = await OperatorModel.updateOne(
      { _id: operatorId, totpSecret },
      { $set: { totpSecret: null, totpPending: null, recoveryHashes: [] } },
    );
    if (modifiedCount === 0) throw adminErrors.TotpOff();
    invalidatePermissions();
    await recordOperation({
      module: "system",
      action: "profile.totp-off",
      bizId: operatorId,
      before: { totp: true },
      after: { totp: false },
    });
    return true as const;
  });
}

/** Uses up the code; returns the secret that it was checked against. */
async function proveSecondFactor(operatorId: number, { password, code }: Proof, caller: Caller): Promise<string> {
  const { totpSecret } = await getOperator(operatorId);
  if (totpSecret === null) throw adminErrors.TotpOff();
  const operator = await proveOwnPassword(operatorId, password, caller);
  const guarded = {
    audience: "operator",
    // A counter of its own: the right password just before would clear the wrong codes.
    name: `${operator.username} second factor`,
    caller,
    locked: adminErrors.SignInLocked,
    isWrong: adminErrors.TotpCodeWrong.is,
  } as const;
  await guardSignIn(guarded, async () => {
    if (!(await takeSecondFactor(operator, code))) throw adminErrors.TotpCodeWrong();
  });
  return totpSecret;
}
