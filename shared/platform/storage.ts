import type { S3Client } from "@aws-sdk/client-s3";
import type { Readable } from "node:stream";
import { config } from "./config.js";

/** Object storage that speaks S3. The client is loaded at first use: 85 ms that a start need not spend. */
let loading: Promise<{ client: S3Client; s3: typeof import("@aws-sdk/client-s3") }> | undefined;

// The SDK would warn of a future Node version in every process that loads it.
process.env["AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED"] ??= "true";

function storage() {
  loading ??= import("@aws-sdk/client-s3").then((s3) => ({
    s3,
    client: new s3.S3Client({
      endpoint: config.S3_ENDPOINT,
      region: config.S3_REGION,
      credentials: { accessKeyId: config.S3_ACCESS_KEY, secretAccessKey: config.S3_SECRET_KEY },
      forcePathStyle: true,
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      maxAttempts: 3,
    }),
  }));
  return loading;
}

/** Makes the bucket when it is not there. */
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

export interface StoredObject {
  body: Readable;
  contentType: string;
  length: number | undefined;
  etag: string | undefined;
}

/** Reads an object as a stream; undefined when there is none. */
export async function getObject(key: string): Promise<StoredObject | undefined> {
  const { client, s3 } = await storage();
  try {
    const found = await client.send(new s3.GetObjectCommand({ Bucket: config.S3_BUCKET, Key: key }));
    return {
      body: found.Body as Readable,
      contentType: found.ContentType ?? "application/octet-stream",
      length: found.ContentLength,
      etag: found.ETag,
    };
  } catch (error) {
    if (error instanceof s3.NoSuchKey || error instanceof s3.NotFound) return undefined;
    throw error;
  }
}

/** A link that opens an object for `ttlSeconds`, without our API between. */
export async function presignedUrl(key: string, ttlSeconds: number): Promise<string> {
  const { client, s3 } = await storage();
  const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
  return getSignedUrl(client, new s3.GetObjectCommand({ Bucket: config.S3_BUCKET, Key: key }), {
    expiresIn: ttlSeconds,
  });
}

/** The address that clients read a stored picture from; full addresses stay as they are. */
export function mediaUrl(keyOrUrl: string): string {
  if (keyOrUrl === "" || /^https?:\/\//.test(keyOrUrl)) return keyOrUrl;
  return `${config.MEDIA_BASE_URL}/${keyOrUrl}`;
}
