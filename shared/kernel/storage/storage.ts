import type { GetObjectCommandOutput, HeadObjectCommandOutput, S3Client } from "@aws-sdk/client-s3";
import type { Readable } from "node:stream";
import { config } from "../config/config.js";
import { signalOfRun } from "../request/context.js";
import { beginCall } from "../http/outboundCall.js";
import { PartUpload } from "./storedParts.js";

/** Object storage that speaks S3. The client is loaded at first use, which saves 85 ms at the start. */
let loading: Promise<{ client: S3Client; s3: typeof import("@aws-sdk/client-s3") }> | undefined;

// The SDK would warn of a future Node version in every process that loads it.
process.env["AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED"] ??= "true";

/** The client and its commands; for the files of this folder alone. */
export function storage() {
  loading ??= import("@aws-sdk/client-s3").then((s3) => {
    const client = new s3.S3Client({
      endpoint: config.S3_ENDPOINT,
      region: config.S3_REGION,
      credentials: { accessKeyId: config.S3_ACCESS_KEY, secretAccessKey: config.S3_SECRET_KEY },
      forcePathStyle: true,
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      maxAttempts: 3,
      // Long enough for a part of 10 MiB; on a route that died silently another connection is tried.
      requestHandler: {
        connectionTimeout: 3_000,
        socketTimeout: 5_000,
        requestTimeout: 30_000,
        throwOnRequestTimeout: true,
      },
    });
    traceCalls(client);
    endWithRun(client, [s3.AbortMultipartUploadCommand, s3.DeleteObjectCommand]);
    return { s3, client };
  });
  return loading;
}

/** Records each try of each command, next to the network, as a link that is only signed is no call. Without object keys. */
function traceCalls(client: S3Client): void {
  const { host } = new URL(config.S3_ENDPOINT);
  client.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        const endCall = beginCall({ to: "storage", method: commandName.replace(/Command$/, ""), host });
        try {
          const answered = await next(args);
          endCall((answered.response as { statusCode: number }).statusCode);
          return answered;
        } catch (error) {
          endCall("failed");
          throw error;
        }
      },
    { name: "recordCalls", step: "deserialize", priority: "low" },
  );
}

/** Aborts the calls of a job whose time is up, but not those that clean up. */
function endWithRun(client: S3Client, cleanups: readonly (abstract new (...given: never[]) => object)[]): void {
  type Send = (command: object, options?: { abortSignal?: AbortSignal }) => Promise<unknown>;
  const send = client.send.bind(client) as unknown as Send;
  const sendInRun: Send = (command, options = {}) => {
    if (cleanups.some((kind) => command instanceof kind)) return send(command, options);
    const own = options.abortSignal ? [options.abortSignal] : [];
    return send(command, { ...options, abortSignal: signalOfRun(...own) });
  };
  Object.assign(client, { send: sendInRun });
}

/** Creates the bucket if it does not exist. */
export async function ensureBucket(): Promise<void> {
  const { client, s3 } = await storage();
  try {
    await client.send(new s3.HeadBucketCommand({ Bucket: config.S3_BUCKET }));
  } catch {
    await client.send(new s3.CreateBucketCommand({ Bucket: config.S3_BUCKET }));
  }
}

export async function putObject(key: string, body: Buffer, contentType: string): Promise<void> {
  const { client, s3 } = await storage();
  await client.send(
    new s3.PutObjectCommand({ Bucket: config.S3_BUCKET, Key: key, Body: body, ContentType: contentType }),
  );
}

/**
 * Stores an object of any size as a stream, some 10 MiB at a time. When `chunks` throws, or the store refuses, nothing of
 * it is left in the store, and the error is rethrown.
 */
export async function putStream(key: string, contentType: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const { client, s3 } = await storage();
  const upload = new PartUpload(client, s3, key, contentType);
  try {
    for await (const chunk of chunks) await upload.add(chunk);
    await upload.complete();
  } catch (error) {
    await upload.abort();
    throw error;
  }
}

const noAnswer = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
]);

/** Whether the store, not the request, is at fault: another try may succeed. */
export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, $metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } };
  if (error.name === "TimeoutError" || error.name === "AbortError") return true;
  return noAnswer.has(String(code)) || ($metadata?.httpStatusCode ?? 0) >= 500;
}

/** An object that does not exist counts as deleted. */
export async function deleteObject(key: string): Promise<void> {
  const { client, s3 } = await storage();
  await client.send(new s3.DeleteObjectCommand({ Bucket: config.S3_BUCKET, Key: key }));
}

/** Every object below a prefix, page by page. */
export async function* listObjects(prefix: string): AsyncGenerator<{ key: string; modifiedAt: Date }[]> {
  const { client, s3 } = await storage();
  const pages = s3.paginateListObjectsV2({ client }, { Bucket: config.S3_BUCKET, Prefix: prefix });
  for await (const { Contents = [] } of pages)
    yield Contents.flatMap(({ Key: key, LastModified: modifiedAt }) =>
      key && modifiedAt ? [{ key, modifiedAt }] : [],
    );
}

/** Aborts multipart uploads below a prefix that began before a time and never ended; returns how many. */
export async function abortStaleUploads(prefix: string, before: Date): Promise<number> {
  const { client, s3 } = await storage();
  const { Uploads = [] } = await client.send(
    new s3.ListMultipartUploadsCommand({ Bucket: config.S3_BUCKET, Prefix: prefix }),
  );
  const stale = Uploads.filter(({ Initiated }) => Initiated && Initiated < before);
  for (const { Key, UploadId } of stale)
    await client.send(new s3.AbortMultipartUploadCommand({ Bucket: config.S3_BUCKET, Key, UploadId }));
  return stale.length;
}

export interface StoredObject {
  body: Readable;
  contentType: string;
  length: number | undefined;
  etag: string | undefined;
  /** "bytes 0-99/1000", when a range was requested. */
  range: string | undefined;
}

/** The requested range is outside the object. */
export class NoSuchRange extends Error {}

/**
 * Reads an object as a stream; undefined when there is none. `range` is one of HTTP's ("bytes=0-99"). Throws NoSuchRange.
 */
export async function getObject(key: string, range?: string): Promise<StoredObject | undefined> {
  const { client, s3 } = await storage();
  try {
    const found = await client.send(new s3.GetObjectCommand({ Bucket: config.S3_BUCKET, Key: key, Range: range }));
    return { body: found.Body as Readable, ...factsOf(found) };
  } catch (error) {
    if (error instanceof s3.NoSuchKey || error instanceof s3.NotFound) return undefined;
    if (error instanceof s3.S3ServiceException && error.$metadata.httpStatusCode === 416) throw new NoSuchRange();
    throw error;
  }
}

/** The same without its bytes. */
export async function headObject(key: string): Promise<Omit<StoredObject, "body"> | undefined> {
  const { client, s3 } = await storage();
  try {
    return factsOf(await client.send(new s3.HeadObjectCommand({ Bucket: config.S3_BUCKET, Key: key })));
  } catch (error) {
    if (error instanceof s3.NoSuchKey || error instanceof s3.NotFound) return undefined;
    throw error;
  }
}

const factsOf = (found: GetObjectCommandOutput | HeadObjectCommandOutput): Omit<StoredObject, "body"> => ({
  contentType: found.ContentType ?? "application/octet-stream",
  length: found.ContentLength,
  etag: found.ETag,
  range: found.ContentRange,
});

/** A link to an object for `ttlSeconds`, without our API between; saved under `fileName`, if one is given. */
export async function presignedUrl(key: string, ttlSeconds: number, fileName?: string): Promise<string> {
  const { client, s3 } = await storage();
  const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
  const saved =
    fileName === undefined
      ? {}
      : { ResponseContentDisposition: `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}` };
  return getSignedUrl(client, new s3.GetObjectCommand({ Bucket: config.S3_BUCKET, Key: key, ...saved }), {
    expiresIn: ttlSeconds,
  });
}

/** The address from which clients read a stored picture; full addresses stay as they are. */
export function mediaUrl(keyOrUrl: string): string {
  if (keyOrUrl === "" || /^https?:\/\//.test(keyOrUrl)) return keyOrUrl;
  return `${config.MEDIA_BASE_URL}/${keyOrUrl}`;
}

/**
 * A link to PUT an object of exactly this type and length to, without our API between; valid for `ttlSeconds`. The client
 * must send the same content-type and content-length.
 */
export async function presignedPutUrl(
  key: string,
  { contentType, length, ttlSeconds }: { contentType: string; length: number; ttlSeconds: number },
): Promise<string> {
  const { client, s3 } = await storage();
  const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
  const put = { Bucket: config.S3_BUCKET, Key: key, ContentType: contentType, ContentLength: length };
  return getSignedUrl(client, new s3.PutObjectCommand(put), {
    expiresIn: ttlSeconds,
    signableHeaders: new Set(["host", "content-type", "content-length"]),
  });
}
