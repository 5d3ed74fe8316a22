/** Fetches a video as the provider does: to its end, and only if it begins like one. */

interface Fetched {
  bytes: number;
  /** Why it is not a video or could not be fetched; "" on success. */
  message: string;
}

const FETCH_MS = 60_000;

export async function fetchVideo(url: string): Promise<Fetched> {
  let bytes = 0;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) });
    if (response.status !== 200 || !response.body) return { bytes, message: `the source answered ${response.status}` };
    let head = Buffer.alloc(0);
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      if (head.length < 12) head = Buffer.concat([head, chunk]);
      bytes += chunk.length;
    }
    return { bytes, message: isVideo(head) ? "" : "the source is no video" };
  } catch (error) {
    return { bytes, message: `the source could not be read: ${String(error)}` };
  }
}

/** MP4 and MOV begin with a box called ftyp, WebM with EBML's number. */
const isVideo = (head: Buffer): boolean =>
  head.toString("latin1", 4, 8) === "ftyp" || (head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3);
