import { ApiError, get, post, put } from "../../client/client";
import { putPart } from "../../client/putPart";

const base = "/admin-api/website/source/upload/";
const AT_ONCE = 3;
const TRIES = 3;
const BEFORE_NEXT_TRY_MS = 500;
const STATUS_OPEN = 0;
const STATUS_DONE = 2;

/** An unfinished upload of this browser: it can be resumed after an interruption, a reload, or in another tab. */
export interface StoredUpload {
  uploadId: number;
  name: string;
  size: number;
  lastModified: number;
}

const keyOf = (sourceId: number): string => `console.uploads.${sourceId}`;

export function storedUploads(sourceId: number): StoredUpload[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(sourceId)) ?? "[]") as StoredUpload[];
  } catch {
    return [];
  }
}

function store(sourceId: number, uploads: StoredUpload[]): void {
  if (uploads.length === 0) localStorage.removeItem(keyOf(sourceId));
  else localStorage.setItem(keyOf(sourceId), JSON.stringify(uploads));
}

export function dropUpload(sourceId: number, uploadId: number): void {
  store(
    sourceId,
    storedUploads(sourceId).filter((stored) => stored.uploadId !== uploadId),
  );
}

/** Cancels an upload and its arrived parts. */
export async function cancelUpload(sourceId: number, uploadId: number): Promise<void> {
  await put(`${base}abort`, { uploadId });
  dropUpload(sourceId, uploadId);
}

async function begunUpload(sourceId: number, file: File) {
  const { name, size, lastModified } = file;
  const stored = storedUploads(sourceId).find(
    (one) => one.name === name && one.size === size && one.lastModified === lastModified,
  );
  if (stored) {
    const begun = await get(`${base}get`, { uploadId: stored.uploadId }).catch(gone);
    const mayGoOn = begun?.status === STATUS_OPEN && begun.expireTime > Date.now();
    // Already complete: that response was lost.
    const isWhole = begun !== undefined && begun.status > STATUS_OPEN && begun.status <= STATUS_DONE;
    if (begun && (mayGoOn || isWhole)) return begun;
    dropUpload(sourceId, stored.uploadId);
  }
  const begun = await post(`${base}create`, { sourceId, fileName: name, size });
  store(sourceId, [...storedUploads(sourceId), { uploadId: begun.uploadId, name, size, lastModified }]);
  return { ...begun, parts: [] };
}

/** An upload unknown to the shop is started again, but not when the API cannot be reached. */
function gone(error: unknown): undefined {
  if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) throw error;
}

export interface Sending {
  onBegun: (uploadId: number) => void;
  onSent: (bytes: number) => void;
  signal: AbortSignal;
}

/** Sends a package in parts, skipping those that have arrived. Returns the upload's id. */
export async function sendPackage(sourceId: number, file: File, { onBegun, onSent, signal }: Sending): Promise<number> {
  const { uploadId, status, partSize, partCount, parts } = await begunUpload(sourceId, file);
  onBegun(uploadId);
  if (status !== STATUS_OPEN) {
    onSent(file.size);
    dropUpload(sourceId, uploadId);
    return uploadId;
  }
  const sizeOf = (partNumber: number) => Math.min(partSize, file.size - (partNumber - 1) * partSize);
  const sent = new Map(
    parts.filter(({ partNumber, size }) => size === sizeOf(partNumber)).map((p) => [p.partNumber, p.size]),
  );
  const report = () => onSent([...sent.values()].reduce((sum, bytes) => sum + bytes, 0));
  report();
  const missing = Array.from({ length: partCount }, (_, index) => index + 1).filter((number) => !sent.has(number));
  const all = new AbortController();
  const stop = () => all.abort();
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  const sendNext = async (): Promise<void> => {
    for (let number = missing.shift(); number !== undefined; number = missing.shift()) {
      const from = (number - 1) * partSize;
      const part = file.slice(from, from + sizeOf(number));
      const reportPart = (bytes: number) => {
        sent.set(number!, bytes);
        report();
      };
      await sendPart({ uploadId, partNumber: number }, part, reportPart, all.signal);
      reportPart(part.size);
    }
  };
  let fault: { error: unknown } | undefined;
  await Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      sendNext().catch((error: unknown) => {
        // The others stop as well, so that a resumed upload sends each part once.
        fault ??= { error };
        stop();
      }),
    ),
  );
  if (fault) throw fault.error;
  await put(`${base}complete`, { uploadId });
  dropUpload(sourceId, uploadId);
  return uploadId;
}

async function sendPart(
  { uploadId, partNumber }: { uploadId: number; partNumber: number },
  part: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      const [address] = await post(`${base}part-urls`, { uploadId, partNumbers: [partNumber] });
      if (!address) throw new Error(`no address for part ${partNumber}`);
      signal.throwIfAborted();
      await putPart(address.url, part, onSent, signal);
      return;
    } catch (error) {
      onSent(0);
      if (signal.aborted || tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, BEFORE_NEXT_TRY_MS * tries));
    }
}
