import stringify from "safe-stable-stringify";
import { keyedHash } from "#shared/kernel/security/sealed.js";
import type { OperationLogDoc } from "./operationLog.model.js";

/** What a row tells: changing any of it changes its hash. */
const told = [
  "_id",
  "operatorId",
  "memberId",
  "module",
  "action",
  "bizId",
  "before",
  "after",
  "ip",
  "userAgent",
  "requestId",
  "createdAt",
] as const satisfies readonly (keyof OperationLogDoc)[];

/** The keyed hash of a row at its place in the chain: without SEAL_KEY nobody can write a row that fits. Hex. */
export function hashOperation(
  row: Pick<OperationLogDoc, (typeof told)[number]>,
  { seq, previous }: { seq: number; previous: string },
): string {
  const content = told.map((field) => row[field] ?? null);
  return keyedHash("audit chain", `${previous}\n${seq}\n${stringify(content)}`);
}
