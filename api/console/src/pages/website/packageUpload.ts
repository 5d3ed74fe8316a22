import { get, post, put } from "../../client/client";
import { putPart } from "../../client/putPart";

const base = "/admin-api/website/source/upload/";
const AT_ONCE = 3;
const TRIES = 3;
const STATUS_OPEN = 0;

/** Which upload a file belongs to, so that it goes on after a break, also in another tab or after a reload. */
const keyOf = (sourceId: number, file: File): string =>
  `console.upload.${sourceId}.${file.name}.${file.size}.${file.lastModified}`;

async function begunUpload(sourceId: number, file: File) {
  const kept = localStorage.getItem(keyOf(sourceId, file));
  if (kept !== null) {
    const begun = await get(`${base}get`, { uploadId: Number(kept) }).catch(() => undefined);
    if (begun?.status === STATUS_OPEN && begun.expireTime > Date.now()) return begun;
  }
  const begun = await post(`${base}create`, { sourceId, fileName: file.name, size: file.size });
  localStorage.setItem(keyOf(sourceId, file), String(begun.uploadId));
  return { ...begun, parts: [] };
}

/** Sends a package in parts; those that have arrived before are not sent again. Answers the upload's id. */
export async function sendPackage(
  sourceId: number,
  file: File,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<number> {
  const { uploadId, partSize, partCount, parts } = await begunUpload(sourceId, file);
  const sizeOf = (partNumber: number) => Math.min(partSize, file.size - (partNumber - 1) * partSize);
  const sent = new Map(
    parts.filter(({ partNumber, size }) => size === sizeOf(partNumber)).map((p) => [p.partNumber, p.size]),
  );
  const tell = () => onSent([...sent.values()].reduce((sum, bytes) => sum + bytes, 0));
  tell();
  const missing = Array.from({ length: partCount }, (_, index) => index + 1).filter((number) => !sent.has(number));
  const sendNext = async (): Promise<void> => {
    for (let number = missing.shift(); number !== undefined; number = missing.shift()) {
      const from = (number - 1) * partSize;
      await sendPart(
        uploadId,
        number,
        file.slice(from, from + sizeOf(number)),
        (bytes) => {
          sent.set(number!, bytes);
          tell();
        },
        signal,
      );
      sent.set(number, sizeOf(number));
      tell();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
  await put(`${base}complete`, { uploadId });
  localStorage.removeItem(keyOf(sourceId, file));
  return uploadId;
}

async function sendPart(
  uploadId: number,
  partNumber: number,
  part: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      const [address] = await post(`${base}part-urls`, { uploadId, partNumbers: [partNumber] });
      if (!address) throw new Error(`no address for part ${partNumber}`);
      await putPart(address.url, part, onSent, signal);
      return;
    } catch (error) {
      if (signal.aborted || tries === TRIES) throw error;
    }
}
