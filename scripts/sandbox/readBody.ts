/** The raw bytes of a request: signatures are over them, so nothing may parse and print them again on the way. */
import type { IncomingMessage } from "node:http";

const BODY_LIMIT_BYTES = 1_048_576;

/** Null when the body is over the limit; it is read to its end all the same, so that the answer gets through. */
export async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= BODY_LIMIT_BYTES) chunks.push(chunk);
  }
  return size <= BODY_LIMIT_BYTES ? Buffer.concat(chunks) : null;
}
