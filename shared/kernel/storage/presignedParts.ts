import { config } from "../config/config.js";
import { storage } from "./storage.js";

/** Large objects in parts that clients send to object storage directly, with retries per part (S3 multipart). */

/** Opens an upload under a key; returns the store's own id of it. */
export async function startParts(key: string, contentType: string): Promise<string> {
  const { client, s3 } = await storage();
  const { UploadId } = await client.send(
    new s3.CreateMultipartUploadCommand({ Bucket: config.S3_BUCKET, Key: key, ContentType: contentType }),
  );
  if (!UploadId) throw new Error(`the store opened no upload of ${key}`);
  return UploadId;
}

/** A link to PUT one part to, valid for `ttlSeconds`. Parts are numbered from 1. */
export async function presignedPartUrl(
  { key, uploadId }: StoredUpload,
  partNumber: number,
  ttlSeconds: number,
): Promise<string> {
  const { client, s3 } = await storage();
  const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
  const part = { Bucket: config.S3_BUCKET, Key: key, UploadId: uploadId, PartNumber: partNumber };
  return getSignedUrl(client, new s3.UploadPartCommand(part), { expiresIn: ttlSeconds });
}

interface StoredUpload {
  key: string;
  uploadId: string;
}
export interface StoredPart {
  partNumber: number;
  size: number;
  etag: string;
}

/** The parts that have arrived, by number; undefined when there is no such upload (any more). */
export async function listParts({ key, uploadId }: StoredUpload): Promise<StoredPart[] | undefined> {
  const { client, s3 } = await storage();
  const parts: StoredPart[] = [];
  let marker: string | undefined;
  try {
    do {
      const page = await client.send(
        new s3.ListPartsCommand({
          Bucket: config.S3_BUCKET,
          Key: key,
          UploadId: uploadId,
          ...(marker === undefined ? {} : { PartNumberMarker: marker }),
        }),
      );
      for (const { PartNumber = 0, Size = 0, ETag = "" } of page.Parts ?? [])
        parts.push({ partNumber: PartNumber, size: Size, etag: ETag });
      marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    } while (marker !== undefined);
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
  return parts;
}

/** Joins the parts to the object. False when there is no such upload (any more): it may have been joined before. */
export async function joinParts({ key, uploadId }: StoredUpload, parts: readonly StoredPart[]): Promise<boolean> {
  const { client, s3 } = await storage();
  const Parts = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }));
  try {
    await client.send(
      new s3.CompleteMultipartUploadCommand({
        Bucket: config.S3_BUCKET,
        Key: key,
        UploadId: uploadId,
        MultipartUpload: { Parts },
      }),
    );
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** Aborts an upload and deletes its parts; does nothing if it is gone already. */
export async function dropParts({ key, uploadId }: StoredUpload): Promise<void> {
  const { client, s3 } = await storage();
  try {
    await client.send(new s3.AbortMultipartUploadCommand({ Bucket: config.S3_BUCKET, Key: key, UploadId: uploadId }));
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && (error.name === "NoSuchUpload" || error.name === "NoSuchKey" || error.name === "NotFound");
