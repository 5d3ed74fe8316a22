/** A provider that the sandbox plays: a name, and a response to an HTTP call. providerEntry adds faults and records. */
import type { IncomingHttpHeaders } from "node:http";

/** A call as received; signatures are over exactly these bytes. */
export interface ProviderCall {
  method: string;
  /** Path and query as the real host would see them, such as /v3/certificates. */
  path: string;
  /** Path and query as requested here, with the prefix /platform/{name}; a client that signs its URL signs this. */
  requestedPath: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Arrival, epoch ms. */
  at: number;
}

export interface ProviderAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Instead of the body, binary content: a file. */
  bytes?: Buffer;
  /** Runs once the response was sent, or lost on purpose: for callbacks that follow from the call. */
  afterwards?: () => void;
}

export interface Provider {
  /** Its path is /platform/{name}; faults and calls use the same name. */
  readonly name: string;
  /** The operation, where the path does not name it: faults match it like the path, and the list of calls shows it. */
  operation?(call: ProviderCall): string | null;
  answer(call: ProviderCall): ProviderAnswer | Promise<ProviderAnswer>;
  /** "Our side is broken", HTTP 500 in the provider's own error format. */
  failure(call: ProviderCall): ProviderAnswer;
  /** The same response with a wrong signature; a provider that signs nothing rejects the caller's signature instead. */
  wronglySigned(answer: ProviderAnswer, call: ProviderCall): ProviderAnswer;
}

/** The value of a header that may not be repeated. */
export function headerOf(call: ProviderCall, name: string): string | undefined {
  const value = call.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}
