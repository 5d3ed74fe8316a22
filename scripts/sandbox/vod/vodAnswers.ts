/** Responses in the form of API 3.0: refusals have HTTP 200 as well. */
import { randomUUID } from "node:crypto";
import type { ProviderAnswer } from "../provider.js";
import { SmsRefusal as ApiRefusal } from "../sms/tc3.js";

const answer = (response: object): ProviderAnswer => ({
  status: 200,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ Response: { ...response, RequestId: randomUUID() } }),
});
const refusal = (Code: string, Message: string): ProviderAnswer => answer({ Error: { Code, Message } });

/** The response of an action; `afterwards` runs once it was sent. */
export interface ActionAnswer {
  response: object;
  afterwards?: () => void;
}

export function answerAction(act: () => ActionAnswer): ProviderAnswer {
  try {
    const { response, afterwards } = act();
    return { ...answer(response), ...(afterwards ? { afterwards } : {}) };
  } catch (error) {
    if (error instanceof ApiRefusal) return refusal(error.code, error.message);
    throw error;
  }
}

export const failed = (): ProviderAnswer => ({
  ...refusal("InternalError", "An internal error has occurred."),
  status: 500,
});
export const wronglySigned = (): ProviderAnswer =>
  refusal("AuthFailure.SignatureFailure", "The provided credentials could not be validated.");
