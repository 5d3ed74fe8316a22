import { createShopClient, memoryTokens, ShopError } from "../../../client/src/index";
import { language, say } from "../language";
import { refused } from "../sandbox";
import { setting } from "../shop";

/** The demo operator, by the endpoints that every operator has: the page got the sign-in from the development server. */
const tokens = memoryTokens();
let signingIn: Promise<void> | undefined;

async function send<T>(method: string, path: string, body?: object): Promise<T> {
  const { fetch } = createShopClient({ baseUrl: location.origin, language: language.get(), tokens });
  const call = `${method} ${path}`;
  const response = await fetch(path, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw error instanceof ShopError ? error : refused(call, { msg: String(error) });
  });
  const { code, data, msg } = (await response.json()) as { code: number; data: T; msg: string };
  if (code === 0) return data;
  throw refused(call, { code, msg, status: response.status });
}

async function signIn(): Promise<void> {
  if (!setting.operator)
    throw refused("sign-in", { status: 403, msg: say("Seen at the shop's machine alone.", "仅在商城本机可见。") });
  await tokens.set(undefined);
  const { accessToken } = await send<{ accessToken: string }>("POST", "/admin-api/system/auth/login", setting.operator);
  await tokens.set({ accessToken });
}

/** A call as the demo operator, who is signed in when that is needed. */
export async function askOperator<T>(method: "GET" | "PUT", path: string, body?: object): Promise<T> {
  const signInOnce = (): Promise<void> => (signingIn ??= signIn().finally(() => (signingIn = undefined)));
  if (!(await tokens.get())) await signInOnce();
  try {
    return await send<T>(method, path, body);
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== 401) throw error;
    await signInOnce();
    return send<T>(method, path, body);
  }
}
