import type { Endpoint } from "../../api/http/endpoint.js";
import { openApiDocument } from "../../api/http/documents/openapi.js";

/** A placeholder: the server makes no difference to the types. */
const SERVER = "http://localhost";
/** Signs in without credentials, outside production only. */
const DEV_LOGIN = "/app-api/member/auth/dev-login";

const isForOperators = ({ path }: Endpoint): boolean => path.startsWith("/admin-api/");
/** Pages, pictures and callbacks are not calls of a typed client. */
const isCall = ({ body, reply }: Endpoint): boolean => reply === "envelope" && body !== "raw";

/** The calls of the members' apps. */
export const memberDocument = (endpoints: readonly Endpoint[]): object =>
  documentOf(endpoints.filter((one) => isCall(one) && !isForOperators(one) && one.path !== DEV_LOGIN));

/** The calls of the operators' console. */
export const operatorsDocument = (endpoints: readonly Endpoint[]): object =>
  documentOf(endpoints.filter((one) => isCall(one) && isForOperators(one)));

/** Sorted, because the order of the route table does not matter. */
function documentOf(endpoints: readonly Endpoint[]): object {
  const nameOf = ({ path, method }: Endpoint): string => `${path} ${method}`;
  return openApiDocument(
    [...endpoints].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1)),
    SERVER,
  );
}

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
