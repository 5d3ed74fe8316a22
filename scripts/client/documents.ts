import { createHash } from "node:crypto";
import type { Endpoint } from "../../api/http/endpoint.js";
import { openApiDocument } from "../../api/http/documents/openapi.js";

/** Not the real one: which server it is makes no difference to the types. */
const SERVER = "http://localhost";
/** Signs in without proof, outside production alone. */
const DEV_LOGIN = "/app-api/member/auth/dev-login";

const isForOperators = ({ path }: Endpoint): boolean => path.startsWith("/admin-api/");
/** Pages, pictures and callbacks are no calls of a typed client. */
const isCall = ({ body, reply }: Endpoint): boolean => reply === "envelope" && body !== "raw";

/** What the apps of members call. */
export const memberDocument = (endpoints: readonly Endpoint[]): object =>
  documentOf(endpoints.filter((one) => isCall(one) && !isForOperators(one) && one.path !== DEV_LOGIN));

/** What the operators' console calls. */
export const operatorsDocument = (endpoints: readonly Endpoint[]): object =>
  documentOf(endpoints.filter((one) => isCall(one) && isForOperators(one)));

/** The order of the route table is of no account. */
function documentOf(endpoints: readonly Endpoint[]): object {
  const nameOf = ({ path, method }: Endpoint): string => `${path} ${method}`;
  return openApiDocument(
    [...endpoints].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1)),
    SERVER,
  );
}

/** Stands at the head of what was made of a document, so that a test sees when it is of an older one. */
export const documentHash = (document: object): string =>
  createHash("sha256").update(JSON.stringify(document)).digest("hex");

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
