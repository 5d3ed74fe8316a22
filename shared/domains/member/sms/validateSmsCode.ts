import { memberErrors, smsErrors } from "../member.errors.js";
import { guardSignIn, type Caller } from "../signIn/signInLocks.js";
import { consumeSmsCode } from "./smsCodes.js";
import type { SmsScene } from "./smsScene.codes.js";

/**
 * Uses up a code for whoever holds it (rules: Sign-in). Wrong ones count for the address as at a sign-in, so that this
 * is no second place to guess. SignInLocked, the refusals of consumeSmsCode.
 */
export async function validateSmsCode(
  given: { mobile: string; scene: SmsScene; code: string },
  caller: Caller,
): Promise<void> {
  await guardSignIn(
    { audience: "member", caller, locked: memberErrors.SignInLocked, isWrong: smsErrors.CodeNotFound.is },
    () => consumeSmsCode(given),
  );
}
