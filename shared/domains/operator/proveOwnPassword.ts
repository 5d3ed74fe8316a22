import { guardSignIn, verifyPassword, type Caller } from "#shared/domains/member/index.js";
import { adminErrors } from "./operator.errors.js";
import type { OperatorDoc } from "./operator.model.js";
import { getOperator } from "./operator.queries.js";

/**
 * Checks the password once more, so that a stolen token does not suffice to take over the account. Wrong ones count
 * with those of the sign-in: OperatorPasswordWrong, SignInLocked after five.
 */
export async function proveOwnPassword(operatorId: number, password: string, caller: Caller): Promise<OperatorDoc> {
  const operator = await getOperator(operatorId);
  const guarded = {
    audience: "operator",
    name: operator.username,
    caller,
    locked: adminErrors.SignInLocked,
    isWrong: adminErrors.OperatorPasswordWrong.is,
  } as const;
  return guardSignIn(guarded, async () => {
    if (!(await verifyPassword(operator.passwordHash, password))) throw adminErrors.OperatorPasswordWrong();
    return operator;
  });
}
