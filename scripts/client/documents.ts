import type { Endpoint } from "../../api/http/endpoint.js";
import { openApiDocument } from "../../api/http/documents/openapi.js";
import { inOrder, memberCalls, operatorCalls } from "../../api/http/documents/parts.js";

/** A placeholder: the server makes no difference to the types. */
const SERVER = "http://localhost";

/** The calls of the members' apps. */
export const memberDocument = (endpoints: readonly Endpoint[]): object =>
  openApiDocument(inOrder(memberCalls(endpoints)), SERVER);

/** The calls of the operators' console. */
export const operatorsDocument = (endpoints: readonly Endpoint[]): object =>
  openApiDocument(inOrder(operatorCalls(endpoints)), SERVER);

interface Operation {
  parameters?: { in?: string; name?: string }[];
}

/** "post /app-api/trade/order/create": the calls that take an Idempotency-Key. */
export function keyedCalls(document: object): string[] {
  const { paths = {} } = document as { paths?: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [] }]) =>
      parameters.some(({ name }) => name === "Idempotency-Key") ? [`${method} ${path}`] : [],
    ),
  );
}
