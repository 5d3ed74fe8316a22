import { CallbackUnreadable } from "./port.js";

/**
 * Our number that a callback is about; CallbackUnreadable. Callbacks are not signed: they are a hint, and what became of it
 * is queried.
 */
export function numberOfCallback(rawBody: Buffer): string {
  const form = new URLSearchParams(rawBody.toString("utf8"));
  const no = form.get("orderno") ?? "";
  if (form.get("operater") !== "callback" || no === "") throw new CallbackUnreadable("no orderno");
  return no;
}
