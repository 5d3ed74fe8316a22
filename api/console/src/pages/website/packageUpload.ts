import { ApiError, get, post, put } from "../../client/client";
import { putPart } from "../../client/putPart";

const base = "/admin-api/website/source/upload/";
const AT_ONCE = 3;
const TRIES = 3;
const BEFORE_NEXT_TRY_MS = 500;
const STATUS_OPEN = 0;
const STATUS_DONE = 2;

/** An upload that was begun in this browser and has not ended: it goes on after a break, a reload, or in another tab. */
export interface KeptUpload {
  uploadId: number;
  name: string;
  size: number;
  lastModified: number;
}

const keyOf = (sourceId: number): string => `console.uploads.${sourceId}`;

export function keptUploads(sourceId: number): KeptUpload[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(sourceId)) ?? "[]") as KeptUpload[];
  } catch {
    return [];
  }
}

function keep(sourceId: number, uploads: KeptUpload[]): void {
  if (uploads.length === 0) localStorage.removeItem(keyOf(sourceId));
  else localStorage.setItem(keyOf(sourceId), JSON.stringify(uploads));
}

export function forgetUpload(sourceId: number, uploadId: number): void {
  keep(
    sourceId,
    keptUploads(sourceId).filter((kept) => kept.uploadId !== uploadId),
  );
}

/** Gives an upload up, with the parts that have arrived. */
export async function cancelUpload(sourceId: number, uploadId: number): Promise<void> {
  await put(`${base}abort`, { uploadId });
  forgetUpload(sourceId, uploadId);
}

async function begunUpload(sourceId: number, file: File) {
  const { name, size, lastModified } = file;
  const kept = keptUploads(sourceId).find(
    (one) => one.name === name && one.size === size && one.lastModified === lastModified,
  );
  if (kept) {
    const begun = await get(`${base}get`, { uploadId: kept.uploadId }).catch(gone);
    const mayGoOn = begun?.status === STATUS_OPEN && begun.expireTime > Date.now();
    // Complete already: the answer that said so was lost.
    const isWhole = begun !== undefined && begun.status > STATUS_OPEN && begun.status <= STATUS_DONE;
    if (begun && (mayGoOn || isWhole)) return begun;
    forgetUpload(sourceId, kept.uploadId);
  }
  const begun = await post(`${base}create`, { sourceId, fileName: name, size });
  keep(sourceId, [...keptUploads(sourceId), { uploadId: begun.uploadId, name, size, lastModified }]);
  return { ...begun, parts: [] };
}

/** One that the shop does not know any more is begun anew; an API that cannot be reached is no reason to. */
function gone(error: unknown): undefined {
  if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) throw error;
}

export interface Sending {
  onBegun: (uploadId: number) => void;
  onSent: (bytes: number) => void;
  signal: AbortSignal;
}

/** Sends a package in parts; those that have arrived before are not sent again. Answers the upload's id. */
export async function sendPackage(sourceId: number, file: File, { onBegun, onSent, signal }: Sending): Promise<number> {
  const { uploadId, status, partSize, partCount, parts } = await begunUpload(sourceId, file);
  onBegun(uploadId);
  if (status !== STATUS_OPEN) {
    onSent(file.size);
    forgetUpload(sourceId, uploadId);
    return uploadId;
  }
  const sizeOf = (partNumber: number) => Math.min(partSize, file.size - (partNumber - 1) * partSize);
  const sent = new Map(
    parts.filter(({ partNumber, size }) => size === sizeOf(partNumber)).map((p) => [p.partNumber, p.size]),
  );
  const tell = () => onSent([...sent.values()].reduce((sum, bytes) => sum + bytes, 0));
  tell();
  const missing = Array.from({ length: partCount }, (_, index) => index + 1).filter((number) => !sent.has(number));
  const all = new AbortController();
  const stop = () => all.abort();
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  const sendNext = async (): Promise<void> => {
    for (let number = missing.shift(); number !== undefined; number = missing.shift()) {
      const from = (number - 1) * partSize;
      const part = file.slice(from, from + sizeOf(number));
      const tellPart = (bytes: number) => {
        sent.set(number!, bytes);
        tell();
      };
      await sendPart({ uploadId, partNumber: number }, part, tellPart, all.signal);
      tellPart(part.size);
    }
  };
  let fault: { error: unknown } | undefined;
  await Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      sendNext().catch((error: unknown) => {
        // The others stop as well: whoever goes on later sends each part once.
        fault ??= { error };
        stop();
      }),
    ),
  );
  if (fault) throw fault.error;
  await put(`${base}complete`, { uploadId });
  forgetUpload(sourceId, uploadId);
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
