import {
  SignInResult,
  guardSignIn,
  recordAuth,
  refreshOnce,
  verifyPassword,
  type Caller,
} from "#shared/domains/member/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { holdingRow, inTransaction } from "#shared/kernel/mongo/mongo.js";
import { endSessions, openSession, sessionErrors, type TokenPair } from "#shared/kernel/security/sessions.js";
import { errors } from "#shared/kernel/request/errors.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { adminErrors } from "./operator.errors.js";
import { OperatorModel, type OperatorDoc } from "./operator.model.js";
import { findOperator } from "./operator.queries.js";
import { takeSecondFactor } from "./secondFactor/secondFactor.js";

const SESSIONS = 5;

interface OperatorCredentials {
  username: string;
  password: string;
  /** Required when the operator has a second factor: its current code, or a recovery code. */
  totp?: string | undefined;
}

/**
 * BadCredentials for an unknown name, a wrong password and a wrong code alike, SignInLocked after 5 failures of a name
 * from an address or 30 of an address, OperatorDisabled. Records every try in the login log.
 */
export async function signInOperator(credentials: OperatorCredentials, caller: Caller): Promise<TokenPair> {
  const { username } = credentials;
  try {
    const operator = await guardSignIn(
      {
        audience: "operator",
        name: username,
        caller,
        locked: adminErrors.SignInLocked,
        isWrong: adminErrors.BadCredentials.is,
      },
      () => checkCredentials(credentials),
    );
    if (operator.status !== EnabledStatus.enabled) throw adminErrors.OperatorDisabled();
    const pair = await openOperatorSession(operator._id, caller.ip, operator.passwordHash);
    await logSignIn(operator._id, username, SignInResult.success);
    return pair;
  } catch (error) {
    // Not a try yet: nothing was compared with anything.
    if (errors.ProofNeeded.is(error)) throw error;
    const operator = await OperatorModel.findOne({ username }).lean<OperatorDoc>();
    await logSignIn(operator?._id ?? null, username, resultOf(error));
    throw error;
  }
}

/**
 * Opens a session for a proved operator. With the hash that the password was checked against, it is BadCredentials if
 * the password changed or the operator was disabled meanwhile.
 */
export async function openOperatorSession(operatorId: number, ip = "", provedHash?: string): Promise<TokenPair> {
  return inTransaction(async () => {
    const { matchedCount } = await OperatorModel.updateOne(
      {
        _id: operatorId,
        ...(provedHash === undefined ? {} : { passwordHash: provedHash, status: EnabledStatus.enabled }),
      },
      { $set: { loginIp: ip, loginAt: clock.now() }, ...holdingRow },
    );
    if (matchedCount === 0) throw adminErrors.BadCredentials();
    const { pair } = await openSession("operator", operatorId, SESSIONS);
    return pair;
  });
}

/**
 * A new pair for an operator's refresh token, by refreshOnce. An operator who was disabled meanwhile gets none, and the
 * session ends.
 */
export async function refreshOperator(refreshToken: string, key?: string): Promise<TokenPair> {
  const pair = await refreshOnce("operator", refreshToken, key);
  const operator = await findOperator(pair.ownerId);
  if (operator?.status === EnabledStatus.enabled) return pair;
  await endSessions({ audience: "operator", ownerId: pair.ownerId, ids: [pair.sessionId] }, "operator disabled");
  throw sessionErrors.BothTokensExpired();
}

/** Ends the session of the token. */
export async function signOutOperator({
  operatorId,
  sessionId,
}: {
  operatorId: number;
  sessionId: number;
}): Promise<void> {
  await endSessions({ audience: "operator", ownerId: operatorId, ids: [sessionId] }, "sign-out");
  const operator = await findOperator(operatorId);
  await recordAuth({
    audience: "operator",
    ownerId: operatorId,
    username: operator?.username ?? "",
    kind: "LOGOUT_SELF",
    result: SignInResult.success,
  });
}

async function checkCredentials({ username, password, totp }: OperatorCredentials): Promise<OperatorDoc> {
  const operator = await OperatorModel.findOne({ username }).lean<OperatorDoc>();
  const matches = await verifyPassword(operator?.passwordHash, password);
  if (!matches || !operator || !(await takeSecondFactor(operator, totp))) throw adminErrors.BadCredentials();
  return operator;
}

async function logSignIn(ownerId: number | null, username: string, result: number): Promise<void> {
  await recordAuth({ audience: "operator", ownerId, username, kind: "LOGIN_USERNAME", result });
}

function resultOf(error: unknown): number {
  if (adminErrors.BadCredentials.is(error)) return SignInResult.badCredentials;
  if (adminErrors.OperatorDisabled.is(error)) return SignInResult.disabled;
  return adminErrors.SignInLocked.is(error) ? SignInResult.locked : SignInResult.trouble;
}
