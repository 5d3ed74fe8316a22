import type { S3Client } from "@aws-sdk/client-s3";
import { seconds } from "../time/clock.js";
import { config } from "../config/config.js";
import { log } from "../observability/log.js";

/** The least size that S3 requires of every part but the last. */
const PART_BYTES = 5 * 1024 * 1024;

/** Buffers of ended uploads, reused by the next one instead of being allocated again. */
const spare: Buffer[] = [];
const MOST_SPARE = 4;

type S3 = typeof import("@aws-sdk/client-s3");

/**
 * One object that arrives in pieces. While a part is sent the next one is filled: an upload holds only two parts, and the
 * caller of `add` waits for the store. An object that fits into one part is written at once.
 */
export class PartUpload {
  readonly #client: S3Client;
  readonly #s3: S3;
  readonly #object: { Bucket: string; Key: string };
  readonly #contentType: string;
  #filling = takeBuffer();
  #spareBuffer = takeBuffer();
  #filled = 0;
  #sending: Promise<void> = Promise.resolve();
  #uploadId: string | undefined;
  #mayExist = false;
  #parts: { PartNumber: number; ETag: string | undefined }[] = [];

  constructor(client: S3Client, s3: S3, key: string, contentType: string) {
    this.#client = client;
    this.#s3 = s3;
    this.#object = { Bucket: config.S3_BUCKET, Key: key };
    this.#contentType = contentType;
  }

  /** The bytes are copied: the caller may reuse the buffer once it resolves. */
  async add(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      if (this.#filled === PART_BYTES) await this.#sendFilled();
      const taken = bytes.copy(this.#filling, this.#filled, at);
      this.#filled += taken;
      at += taken;
    }
  }

  async complete(): Promise<void> {
    if (this.#uploadId !== undefined) {
      await this.#sendFilled();
      await this.#sending;
    }
    // From here on the object may exist even without a response.
    this.#mayExist = true;
    const { PutObjectCommand, CompleteMultipartUploadCommand } = this.#s3;
    if (this.#uploadId === undefined) {
      const Body = this.#filling.subarray(0, this.#filled);
      await this.#client.send(
        new PutObjectCommand({ ...this.#object, ContentType: this.#contentType, Body }),
        inTime(),
      );
    } else {
      const MultipartUpload = { Parts: this.#parts };
      await this.#client.send(
        new CompleteMultipartUploadCommand({ ...this.#object, UploadId: this.#uploadId, MultipartUpload }),
        inTime(),
      );
    }
    this.#releaseBuffers();
  }

  /** Leaves nothing in the store. If the store is away right now, the sweep of stale parts deletes them. */
  async abort(): Promise<void> {
    await this.#sending.catch(() => undefined);
    this.#releaseBuffers();
    const { AbortMultipartUploadCommand, DeleteObjectCommand } = this.#s3;
    try {
      if (this.#mayExist) await this.#client.send(new DeleteObjectCommand(this.#object), inTime());
      if (this.#uploadId === undefined) return;
      await this.#client.send(new AbortMultipartUploadCommand({ ...this.#object, UploadId: this.#uploadId }), inTime());
    } catch (error) {
      log.warn({ err: error, key: this.#object.Key }, "an abandoned upload left parts in the store");
    }
  }

  async #sendFilled(): Promise<void> {
    if (this.#filled === 0) return;
    this.#uploadId ??= await this.#begin();
    await this.#sending;
    const [buffer, size] = [this.#filling, this.#filled];
    this.#filling = this.#spareBuffer;
    this.#spareBuffer = buffer;
    this.#filled = 0;
    this.#sending = this.#send(buffer.subarray(0, size), this.#parts.length + 1);
    // The next one that awaits it gets the error.
    this.#sending.catch(() => undefined);
  }

  async #begin(): Promise<string> {
    const command = new this.#s3.CreateMultipartUploadCommand({ ...this.#object, ContentType: this.#contentType });
    const { UploadId } = await this.#client.send(command, inTime());
    if (!UploadId) throw new Error("the store began an upload without an id");
    return UploadId;
  }

  async #send(Body: Buffer, PartNumber: number): Promise<void> {
    const { ETag } = await this.#client.send(
      new this.#s3.UploadPartCommand({ ...this.#object, UploadId: this.#uploadId, PartNumber, Body }),
      inTime(),
    );
    this.#parts.push({ PartNumber, ETag });
  }

  #releaseBuffers(): void {
    for (const buffer of [this.#filling, this.#spareBuffer]) if (spare.length < MOST_SPARE) spare.push(buffer);
  }
}

/** Bounds each call, so that a store that hangs does not hold an upload for ever. */
const CALL_MS = seconds(60);
const inTime = (): { abortSignal: AbortSignal } => ({ abortSignal: AbortSignal.timeout(CALL_MS) });

const takeBuffer = (): Buffer => spare.pop() ?? Buffer.allocUnsafeSlow(PART_BYTES);
