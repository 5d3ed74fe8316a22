import type { Endpoint } from "../endpoint.js";

/** Signs in without credentials, outside production only. */
const DEV_LOGIN = "/app-api/member/auth/dev-login";

export const isForOperators = ({ path }: Endpoint): boolean => path.startsWith("/admin-api/");
/** Pages, pictures and callbacks are not calls of a typed client. */
const isCall = ({ body, reply }: Endpoint): boolean => reply === "envelope" && body !== "raw";

/** The calls of the members' apps: those that the typed client knows, and whose changes are told. */
export const memberCalls = (endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.filter((one) => isCall(one) && !isForOperators(one) && one.path !== DEV_LOGIN);

/** The calls of the operators' console. */
export const operatorCalls = (endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.filter((one) => isCall(one) && isForOperators(one));

/** By path and method, because the order of the route table does not matter. */
export function inOrder(endpoints: readonly Endpoint[]): Endpoint[] {
  const nameOf = ({ path, method }: Endpoint): string => `${path} ${method}`;
  return [...endpoints].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}
