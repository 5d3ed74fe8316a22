import { expect } from "chai";
import { buildOperator } from "./operator.js";

/** An endpoint of a third party, made through HTTP; answers its id. */
export async function buildWebhook(url: string, events: readonly string[], more: object = {}): Promise<number> {
  const { client } = await buildOperator(["infra:webhook:create"]);
  const body = { name: url.slice(-20), url, events, ...more };
  const { code, msg, data } = await client.post<number>("/admin-api/infra/webhook/create", body);
  expect(code, msg).to.equal(0);
  return data;
}
