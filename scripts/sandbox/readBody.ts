/** Reads the raw bytes of a request: signatures are over them, so they must not be parsed and serialized on the way. */
import type { IncomingMessage } from "node:http";

const BODY_LIMIT_BYTES = 1_048_576;

/** Null when the body is over the limit; it is still read to its end, so that the response gets through. */
export async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= BODY_LIMIT_BYTES) chunks.push(chunk);
  }
  return size <= BODY_LIMIT_BYTES ? Buffer.concat(chunks) : null;
}
