import { createSHA256, type IHasher } from "hash-wasm";
import { checkpoint } from "#shared/kernel/request/context.js";
import { getObject } from "#shared/kernel/storage/storage.js";
import { UploadModel, type UploadDoc } from "./upload.model.js";
import { UploadStatus } from "./upload.states.js";

/** Bytes read per step; at most this much is read again when a run is interrupted. */
const STEP_BYTES = 32 * 1024 * 1024;
/** How many bytes it takes to detect a file's type. */
const HEAD_BYTES = 4_100;

export interface ReadPackage {
  size: number;
  sha256: string;
  /** Undefined: an unknown type. */
  contentType: string | undefined;
}

/**
 * The size, hash and type of an uploaded object; undefined when there is none. Read in steps, with the state of the
 * hash stored after each, as packages are up to 4 GiB and a process that is to end does not wait for them.
 */
export async function readPackage(upload: UploadDoc): Promise<ReadPackage | undefined> {
  const hash = await createSHA256();
  let { bytes } = upload.reading ?? { bytes: 0 };
  let contentType = upload.contentType ?? undefined;
  if (upload.reading) hash.load(bytesOf(upload.reading.hashState));
  else hash.init();
  for (;;) {
    checkpoint();
    const step = await readStep(upload, bytes, hash);
    if (!step) return undefined;
    if (bytes === 0) contentType = await kindOf(step.head);
    bytes += step.length;
    if (bytes >= step.whole) return { size: bytes, sha256: hash.digest("hex"), contentType };
    const reading = { bytes, hashState: Buffer.from(hash.save()) };
    await UploadModel.updateOne(
      { _id: upload._id, status: UploadStatus.checking },
      { $set: { reading, contentType: contentType ?? null } },
    );
  }
}

/** Undefined: there is no object. */
async function readStep(
  { key }: UploadDoc,
  from: number,
  hash: IHasher,
): Promise<{ length: number; whole: number; head: Buffer } | undefined> {
  const object = await getObject(key, `bytes=${from}-${from + STEP_BYTES - 1}`);
  if (!object) return undefined;
  const whole = Number(/\/(\d+)$/.exec(object.range ?? "")?.[1]);
  if (!(whole > from)) throw new Error(`the store answered ${object.range ?? "no range"} to bytes from ${from} on`);
  let length = 0;
  let head = Buffer.alloc(0);
  for await (const chunk of object.body as AsyncIterable<Buffer>) {
    hash.update(chunk);
    length += chunk.length;
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
  }
  if (length !== Math.min(STEP_BYTES, whole - from)) throw new Error(`the store broke off after ${length} bytes`);
  return { length, whole, head };
}

async function kindOf(head: Buffer): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import("file-type");
  return (await fileTypeFromBuffer(head))?.mime;
}

/** The driver returns a Binary or bytes. */
const bytesOf = (stored: Uint8Array | { buffer: Uint8Array }): Uint8Array =>
  stored instanceof Uint8Array ? stored : stored.buffer;
