import { z } from "zod";
import { readable, redis, url } from "./configFields.js";

/** MongoDB, Redis and object storage. */
export const storeFields = {
  /** A replica set: transactions are needed. The path names the database. */
  MONGODB_URI: z.string().regex(/^mongodb(\+srv)?:\/\//, "must be a mongodb:// address"),
  /** Queues. AOF on, maxmemory-policy noeviction. A server, redis+sentinel:// or redis+cluster:// (deploy.md). */
  REDIS_URL: redis,
  /** Limits and invalidations; may be lost. Default: REDIS_URL. */
  REDIS_CACHE_URL: redis.optional(),
  /** The queue of visits, which may be lost: strangers fill it, and no money depends on it. Default: REDIS_URL. */
  REDIS_VOLATILE_URL: redis.optional(),
  /** With rediss://: the authority that signed the servers' certificates, where it is not one that everybody knows. */
  REDIS_TLS_CA_FILE: readable.optional(),
  /** Our certificate, where the servers ask for one. */
  REDIS_TLS_CERT_FILE: readable.optional(),
  /** And its key. */
  REDIS_TLS_KEY_FILE: readable.optional(),
  /** The name in the servers' certificates, where they are reached by another. */
  REDIS_TLS_NAME: z.string().optional(),
  /** The first word of every key in Redis. */
  BULL_PREFIX: z
    .string()
    // Older versions wrote the braces here.
    .transform((text) => text.replace(/[{}]/g, ""))
    .pipe(z.string().regex(/^[\w-]+$/, "must be letters, digits, - and _"))
    .default("shop"),
  /** Object storage that speaks S3. */
  S3_ENDPOINT: url,
  S3_REGION: z.string().default("us-east-1"),
  S3_BUCKET: z.string().default("media"),
  S3_ACCESS_KEY: z.string().min(1),
  S3_SECRET_KEY: z.string().min(1),
  /** The address that pictures are read from, for example a CDN before the bucket. Default: PUBLIC_URL/media. */
  MEDIA_BASE_URL: url.optional(),
};
