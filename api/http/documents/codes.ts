import { OWN_SECOND_FACTOR, OWN_SIGN_IN, adminErrors } from "#shared/domains/operator/index.js";
import { errors } from "#shared/kernel/request/errors.js";
import type { Endpoint } from "../endpoint.js";
import { refusalCodes } from "./refusalCodes.js";

const known = new WeakMap<Endpoint, ReadonlySet<number>>();

/**
 * Every code that an endpoint may refuse with: those of the chain around it, which follow from its declaration, and those
 * of its own code (refusalCodes.ts, made by `npm run errors`). Tests fail by a refusal that is not among them.
 */
export function codesOf(endpoint: Endpoint): ReadonlySet<number> {
  let codes = known.get(endpoint);
  if (!codes) known.set(endpoint, (codes = new Set([...codesOfChain(endpoint), ...(ownCodes(endpoint) ?? [])])));
  return codes;
}

/** Undefined for an endpoint that is not of the shop, such as a test's. */
export const ownCodes = ({ method, path }: Endpoint): readonly number[] | undefined =>
  refusalCodes[`${method} ${path}`];

function codesOfChain({ access, body, form, idempotent, input, limit, needs, path, reply }: Endpoint): number[] {
  const made = [errors.TooManyRequests, errors.StillWorking];
  const hasTerminal = !path.startsWith("/callback/");
  if (hasTerminal || input.query || input.params || body === "json") made.push(errors.BadInput);
  if (access.kind === "member" || access.kind === "operator") made.push(errors.NotSignedIn, errors.Forbidden);
  if (access.kind === "operator" && access.permission !== OWN_SIGN_IN) {
    made.push(adminErrors.PasswordChangeDue);
    if (access.permission !== OWN_SECOND_FACTOR) made.push(adminErrors.SecondFactorDue);
  }
  if (limit === "signIn" && reply === "envelope") made.push(errors.ProofNeeded);
  if (needs !== undefined) made.push(errors.NotOffered);
  if (form?.role === "save") made.push(errors.FormChanged);
  if (/[:*]/.test(path)) made.push(errors.PathNotFound);
  if (body !== "none") made.push(errors.BodyTooLarge);
  if (body !== "none" && body !== "raw") made.push(errors.WrongContentType);
  if (idempotent) made.push(errors.KeyStillRunning, errors.KeyOfAnotherBody);
  return made.map(({ code }) => code);
}
