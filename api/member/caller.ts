import type { Caller } from "#shared/domains/member/index.js";
import { currentContext } from "#shared/kernel/request/context.js";
import { isExemptAddress, limitKeyOf } from "#api/http/requestContext.js";

/** Where the running request comes from, for limits by address. */
export function caller(): Caller {
  const ip = currentContext()?.ip ?? "";
  return { ip, network: limitKeyOf(ip), exempt: isExemptAddress(ip) };
}
