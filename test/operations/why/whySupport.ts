import { expect } from "chai";
import type { BuiltOperator } from "#test/factories/operator.js";

export const JOB = "/admin-api/infra/job";
/** A time in a sentence. */
export const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;

interface WhyShown {
  state: string;
  en: string;
  zh: string;
  acts: { act: string; id: number | string; may: boolean }[];
}

/** Why the thing at this address stands where it stands, as this operator is told. */
export async function whyAt({ client }: BuiltOperator, path: string): Promise<WhyShown> {
  const { code, msg, data } = await client.get(path);
  expect([code, msg], path).to.deep.equal([0, msg]);
  return whyIn(data);
}

export function whyIn({
  why,
}: {
  why: Omit<WhyShown, "en" | "zh"> & { sentence: { en: string; zh: string } };
}): WhyShown {
  const { state, sentence, acts } = why;
  return { state, ...sentence, acts };
}
