import { sandbox } from "#test/support/environment.js";

/** Signs what the pagers of these tests are told. */
export const SECRET = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
export const rules = (verb: string): string => `/admin-api/infra/alert-rule/${verb}`;
export const alerts = (verb: string): string => `/admin-api/infra/alert/${verb}`;

interface Delivery {
  body: string;
  headers: Record<string, string>;
  status: number;
}
/** Newest first. */
export const deliveriesTo = async (key: string): Promise<Delivery[]> =>
  (await (await fetch(`${sandbox.url}/sandbox/merchant/${key}/deliveries`)).json()) as Delivery[];
export const behave = (key: string, behaviour: object): Promise<Response> =>
  fetch(`${sandbox.url}/sandbox/merchant/${key}/behaviour`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(behaviour),
  });
