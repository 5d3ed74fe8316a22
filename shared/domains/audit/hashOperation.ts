import stringify from "safe-stable-stringify";
import { keyedHash } from "#shared/kernel/security/sealed.js";
import type { OperationLogDoc } from "./operationLog.model.js";

/** The fields that the hash covers: changing any of them changes it. */
const hashedFields = [
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

/** The keyed hash, in hex, of a row at its place in the chain: without SEAL_KEY nobody can forge a row that fits. */
export function hashOperation(
  row: Pick<OperationLogDoc, (typeof hashedFields)[number]>,
  { seq, previous }: { seq: number; previous: string },
): string {
  const content = hashedFields.map((field) => row[field] ?? null);
  return keyedHash("audit chain", `${previous}\n${seq}\n${stringify(content)}`);
}
