import { expect } from "chai";
import { createShopClient, ShopError, type ShopClientOptions } from "#scripts/client/src/index.js";
import { startService } from "#test/support/service.js";

export const refused = async (work: Promise<unknown>): Promise<ShopError> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(ShopError);
  return error as ShopError;
};

/** The paths that were called, in their order, with the key that each carried. */
export interface Seen {
  path: string;
  key: string | null;
  proof: string | null;
}
type Answer = Response | "lost" | undefined;

/** A client of the running service; `between` may answer instead of it, or lose its answer. */
export async function clientOf(
  options: Partial<ShopClientOptions> = {},
  between: (seen: Seen, nth: number) => Answer = () => undefined,
) {
  const { url } = await startService();
  const seen: Seen[] = [];
  const shop = createShopClient({
    baseUrl: url,
    terminal: 20,
    async fetch(request) {
      const now = {
        path: new URL(request.url).pathname,
        key: request.headers.get("idempotency-key"),
        proof: request.headers.get("proof-solution"),
      };
      seen.push(now);
      const instead = between(now, seen.length);
      if (instead instanceof Response) return instead;
      const answer = await fetch(request);
      if (instead === "lost") throw new TypeError("the line broke");
      return answer;
    },
    ...options,
  });
  return { shop, seen };
}
export const notReady = (seconds: number): Response =>
  Response.json(
    { code: 503, msg: "not ready", data: null },
    { status: 503, headers: { "retry-after": String(seconds), "x-request-id": "r-1" } },
  );
