import { CallbackUnreadable } from "./port.js";

/**
 * Our number that a callback is about. Callbacks are not signed: they are only a hint, and the result is queried. Throws
 * CallbackUnreadable.
 */
export function numberOfCallback(rawBody: Buffer): string {
  const form = new URLSearchParams(rawBody.toString("utf8"));
  const no = form.get("orderno") ?? "";
  if (form.get("operater") !== "callback" || no === "") throw new CallbackUnreadable("no orderno");
  return no;
}
