/** What every platform of the sandbox is: a name, and an answer to a raw HTTP call. The door adds faults and records. */
import type { IncomingHttpHeaders } from "node:http";

/** A call as it came over the wire; signatures are over exactly these bytes. */
export interface PlatformCall {
  method: string;
  /** Path and query as the real host would see them, such as /v3/certificates. */
  path: string;
  /** Path and query as requested here, with the prefix /platform/{name}: what a client that signs its URL signs. */
  requestedPath: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Arrival, epoch ms. */
  at: number;
}

export interface PlatformAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Instead of the body, what is no text: a file. */
  bytes?: Buffer;
  /** Runs once the answer left, or was lost on purpose: callbacks that follow from the call. */
  afterwards?: () => void;
}

export interface Platform {
  /** Its place is /platform/{name}; faults and calls name it so. */
  readonly name: string;
  /** What is asked, where the path does not tell: faults are narrowed by it as by the path, and calls show it. */
  operation?(call: PlatformCall): string | null;
  answer(call: PlatformCall): PlatformAnswer | Promise<PlatformAnswer>;
  /** "Our side is broken", HTTP 500 in the platform's own error form. */
  failure(call: PlatformCall): PlatformAnswer;
  /** The same answer signed wrongly; a platform that signs nothing refuses the caller's signature instead. */
  misSigned(answer: PlatformAnswer, call: PlatformCall): PlatformAnswer;
}

/** The value of a header that may not be repeated. */
export function headerOf(call: PlatformCall, name: string): string | undefined {
  const value = call.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}
