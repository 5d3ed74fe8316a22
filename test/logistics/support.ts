import { createHash } from "node:crypto";
import { config } from "#shared/kernel/config/config.js";
import { call, type Reply } from "#test/support/client.js";
import { sandbox } from "#test/support/environment.js";

/** The sandbox's control (rules: Sandbox). */
export async function control<T = any>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${sandbox.url}/sandbox${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

/** Something happens to a parcel at the provider; by default it is pushed. */
export const happens = (
  logisticsNo: string,
  track: {
    content: string;
    time?: number;
    delivered?: boolean;
    back?: "refused" | "returning" | "returned";
    push?: boolean;
    times?: number;
    badSignature?: boolean;
  },
) =>
  control<{ by: string[]; deliveries: { status: number; taken: boolean }[] }>(
    "POST",
    `/express/${logisticsNo}/tracks`,
    {
      // What kdniao's console would say.
      callbackUrl: `${config.PUBLIC_URL}/callback/express`,
      ...track,
    },
  );
export const expressFault = (body: object) => control("PUT", "/faults", { platform: "express", ...body });
export const noExpressFaults = () => control("DELETE", "/faults");
export const expressCalls = async (part: string): Promise<{ path: string; body: string }[]> =>
  (await control<{ path: string; body: string }[]>("GET", "/calls?platform=express")).filter(({ path }) =>
    path.includes(part),
  );

interface Told {
  context: string;
  /** yyyy-MM-dd HH:mm:ss in Shanghai. */
  time: string;
}

/** A push as the provider writes it: param, and its signature with our salt. */
export function pushBody(
  parcel: { com: string; nu: string },
  data: Told[],
  { status = "polling", state = "0", ischeck = "0", salt = config.KUAIDI100_SALT } = {},
): string {
  const rows = data.map((row) => ({ ...row, ftime: row.time, status: "在途" }));
  const lastResult = { message: "ok", state, status: "200", condition: "F00", ischeck, ...parcel, data: rows };
  const param = JSON.stringify({ status, billstatus: "", message: "", lastResult });
  const sign = createHash("md5")
    .update(param + salt)
    .digest("hex")
    .toUpperCase();
  return new URLSearchParams({ sign, param }).toString();
}

export const push = (body: string): Promise<Reply> =>
  call("POST", "/callback/express", body, {
    headers: { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" },
  });

export const READ = "/app-api/trade/order/getOrderExpressTrackList";
