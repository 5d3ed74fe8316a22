/** Answers in the form of API 3.0: refusals come with HTTP 200 as well. */
import { randomUUID } from "node:crypto";
import type { PlatformAnswer } from "../platform.js";
import { SmsRefusal as ApiRefusal } from "../sms/tc3.js";

const answer = (response: object): PlatformAnswer => ({
  status: 200,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ Response: { ...response, RequestId: randomUUID() } }),
});
const refusal = (Code: string, Message: string): PlatformAnswer => answer({ Error: { Code, Message } });

/** What an action answers; `afterwards` runs once that has left. */
export interface ActionAnswer {
  response: object;
  afterwards?: () => void;
}

export function answerAction(act: () => ActionAnswer): PlatformAnswer {
  try {
    const { response, afterwards } = act();
    return { ...answer(response), ...(afterwards ? { afterwards } : {}) };
  } catch (error) {
    if (error instanceof ApiRefusal) return refusal(error.code, error.message);
    throw error;
  }
}

export const failed = (): PlatformAnswer => ({
  ...refusal("InternalError", "An internal error has occurred."),
  status: 500,
});
export const misSigned = (): PlatformAnswer =>
  refusal("AuthFailure.SignatureFailure", "The provided credentials could not be validated.");
