import { createShopClient, NO_ANSWER, ShopError, type Refusal } from "../../client/src/index";
import { say } from "./language";
import { HttpStatus } from "./shop.states";
import { setting } from "./shop";

/** A refusal of a call that is none of the member API's, for the parts that show those. */
export function refused(call: string, more: Partial<Refusal>): ShopError {
  const none = { data: null, status: HttpStatus.none, requestId: undefined, retryAfterSeconds: undefined };
  return new ShopError(call, { code: NO_ANSWER, msg: "", ...none, ...more });
}

/** A call of the sandbox's control, which plays the outside world: phones, couriers, payers. Plain JSON. */
export async function askSandbox<T>(path: string, body?: object): Promise<T> {
  if (!setting.sandboxUrl) throw refused(path, { status: 404, msg: say("There is no sandbox.", "当前环境没有沙箱。") });
  const { fetch } = createShopClient({ baseUrl: setting.sandboxUrl });
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(path, body === undefined ? {} : post).catch((error: unknown) => {
    throw refused(path, { msg: String(error) });
  });
  if (!response.ok) throw refused(path, { status: response.status, msg: `HTTP ${response.status}` });
  return (await response.json()) as T;
}
