import { randomInt } from "node:crypto";
import type { Model } from "mongoose";
import { models } from "#shared/kernel/mongo/mongo.js";
import type { Client } from "#test/support/client.js";

/** One kind that operators delete, and how to come by one. */
export interface Deletable {
  kind: string;
  /** Of its endpoints, without the verb. */
  base: string;
  model: Model<any>;
  /** Ready to be deleted. */
  build: (client: Client, name: string) => Promise<number>;
  /** The refusal of a second one that bears the same name, number or code. */
  taken?: number;
  /** How its page is asked for, beside `pageSize`; null: it has none, or its get wants more than an id. */
  page?: string | null;
}

/** Through the kind's own endpoint. */
export const made = async (client: Client, path: string, body: object): Promise<number> => {
  const reply = await client.post(`/admin-api/${path}/create`, body);
  if (reply.code !== 0) throw new Error(`${path}: ${reply.code} ${reply.msg}`);
  return reply.data as number;
};
export const modelOf = (collection: string): Model<any> => models.get(collection) as unknown as Model<any>;
export const freshName = (): string => `gone${randomInt(1e12)}`;
