import { z } from "zod";
import { list, port, positive, url } from "./configFields.js";
import { expressKeys, neededOfPlatforms, platformFields } from "./configOfPlatforms.js";

const jwtKey = z.string().regex(/^[\w-]{1,32}:.{32,}$/, "each key is kid:secret, the secret 32 characters or more");

const environment = z.object({
  // --- process -----------------------------------------------------------------------------------------------------
  /** development, test or production. Production has no sandbox, no default secret and no dev-login. */
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  /** The API's public port. */
  PORT: port.default(8080),
  /** The address that the API listens on: loopback outside production, every address in it. */
  HOST: z.string().optional(),
  /** Health and metrics of this process, on loopback; 0 takes any free port. */
  OPS_PORT: port.default(0),
  /** The address of the ops port. */
  OPS_HOST: z.string().default("127.0.0.1"),
  /** The port of the sandbox that plays the platforms (development only). */
  SANDBOX_PORT: port.default(8090),
  /** The port on which the sandbox takes mails (development only). */
  SANDBOX_SMTP_PORT: port.default(8025),
  /** Where clients reach the API; part of every link that the service hands out. */
  PUBLIC_URL: url.optional(),
  /** Everything that `npm start` keeps: databases, objects, logs, keys. */
  DATA_DIR: z.string().default(".data"),
  /** pino level: fatal, error, warn, info, debug, trace or silent. */
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),

  // --- traces ------------------------------------------------------------------------------------------------------
  /** An OpenTelemetry collector that takes traces by OTLP over HTTP (JSON), such as http://127.0.0.1:4318. Unset: no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  /** Headers for the collector: name=value[,name=value]. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default(""),
  /** What the traces say they are of. */
  OTEL_SERVICE_NAME: z.string().default("member-commerce"),
  /** The share of traces that are made, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),

  // --- stores ------------------------------------------------------------------------------------------------------
  /** A replica set: transactions are needed. The path names the database. */
  MONGODB_URI: z.string().regex(/^mongodb(\+srv)?:\/\//, "must be a mongodb:// address"),
  /** Queues. AOF on, maxmemory-policy noeviction. */
  REDIS_URL: z.string().regex(/^rediss?:\/\//, "must be a redis:// address"),
  /** Limits and invalidations; may be lost. Default: REDIS_URL. */
  REDIS_CACHE_URL: z
    .string()
    .regex(/^rediss?:\/\//, "must be a redis:// address")
    .optional(),
  /** Prefix of every queue key; the braces keep a queue in one cluster slot. */
  BULL_PREFIX: z.string().default("{shop}"),
  /** Object storage that speaks S3. */
  S3_ENDPOINT: url,
  S3_REGION: z.string().default("us-east-1"),
  S3_BUCKET: z.string().default("media"),
  S3_ACCESS_KEY: z.string().min(1),
  S3_SECRET_KEY: z.string().min(1),
  /** Where pictures are read from, for example a CDN before the bucket. Default: PUBLIC_URL/media. */
  MEDIA_BASE_URL: url.optional(),

  // --- secrets -----------------------------------------------------------------------------------------------------
  /** kid:secret[,kid:secret]: the first signs access tokens, all verify. */
  JWT_KEYS: list.pipe(z.array(jwtKey).min(1, "needs at least one kid:secret")),
  /** 64 hex digits: seals secrets in flight and hashes codes. */
  SEAL_KEY: z.string().regex(/^[0-9a-f]{64}$/i, "must be 64 hex digits"),
  /** The first operator, made by the seed; required in production. */
  OPERATOR_USERNAME: z.string().min(4).max(30).default("operator"),
  OPERATOR_PASSWORD: z.string().min(8).max(64).optional(),
  /** Operators whom another one makes must choose a password of their own first. True in production, false outside it. */
  NEW_OPERATORS_CHANGE_PASSWORD: z.stringbool().optional(),
  /** Opens /metrics on the public port. */
  METRICS_TOKEN: z.string().optional(),

  // --- clients -----------------------------------------------------------------------------------------------------
  /** Origins that browsers may call from. */
  CORS_ORIGINS: list,
  /** Where a payment may return to: origin and path prefix. Default: PUBLIC_URL's origin. */
  RETURN_URLS: list,
  /** Where a social sign-in may return to. Default: PUBLIC_URL's origin. */
  REDIRECT_URIS: list,
  /** Hosts that notifyUrl may name without https or on a private address. */
  NOTIFY_ALLOW_HOSTS: list,
  /** CIDRs whose X-Forwarded-For counts. */
  TRUSTED_PROXIES: list,
  /** CIDRs free of address limits. Loopback outside production, none in it. */
  RATE_LIMIT_EXEMPT: z.string().optional(),
  /** Language of messages without Accept-Language: en or zh. */
  DEFAULT_LANGUAGE: z.enum(["en", "zh"]).default("en"),
  /** true keeps HTTP 200 throughout, for clients of that older habit. */
  ENVELOPE_ALWAYS_200: z.stringbool().default(false),

  // --- limits ------------------------------------------------------------------------------------------------------
  /** Requests a minute of one member. */
  LIMIT_MEMBER_PER_MINUTE: positive.default(1200),
  /** Requests a minute of one address. */
  LIMIT_ADDRESS_PER_MINUTE: positive.default(2400),
  /** Sign-in tries in 15 minutes of one address. */
  LIMIT_SIGN_IN_PER_15_MINUTES: positive.default(30),
  /** Callbacks a second of one channel. */
  LIMIT_CALLBACKS_PER_SECOND: positive.default(100),
  /** License verifications a minute of one address: numbers must not be guessed. */
  LIMIT_LICENSE_VERIFY_PER_MINUTE: positive.default(20),
  /** Messages an hour that one address may leave on the website. */
  LIMIT_MESSAGES_PER_HOUR: positive.default(5),

  /** Seconds within which the body of a request must be there; a video that is uploaded may take longer. */
  BODY_SECONDS: positive.default(60),
  /** The largest video that is taken, in bytes. */
  VOD_MAX_BYTES: positive.default(500 * 1024 * 1024),
  /** Uploads that one API process takes at the same time; each holds some 10 MiB of memory. */
  VOD_UPLOADS_AT_ONCE: positive.default(16),
  /** Seconds that an upload may keep us waiting, beside a second for each 16 KiB that have come. */
  UPLOAD_PATIENCE_SECONDS: positive.default(30),
  /** Seconds after which a request that holds an Idempotency-Key and never ended may be repeated by another. */
  IDEMPOTENCY_TAKEOVER_SECONDS: positive.default(60),

  // --- shop --------------------------------------------------------------------------------------------------------
  /** Seconds until an unpaid order expires. */
  ORDER_PAY_EXPIRE_SECONDS: positive.default(7200),
  /** A mobile that needs no SMS code. In production it stops the boot unless SMS_TEST_MOBILE_IN_PRODUCTION=true. */
  SMS_TEST_MOBILE: z.string().optional(),
  SMS_TEST_MOBILE_IN_PRODUCTION: z.stringbool().default(false),

  // --- workers -----------------------------------------------------------------------------------------------------
  /** Seconds after which a relayed job that Redis does not know is relayed again. */
  OUTBOX_HEAL_SECONDS: positive.default(120),
  /** Milliseconds that a worker's lock on a job lives without renewal. */
  WORKER_LOCK_MS: positive.default(30_000),
  /** Seconds without a take, while work waits, after which a worker ends itself. */
  WORKER_STUCK_SECONDS: positive.default(45),

  ...platformFields,
});

/** Names of every variable, for the test that keeps .env.example in step. WORKER_CONCURRENCY_<QUEUE> comes on top. */
export const configNames = Object.keys(environment.shape);

const neededInProduction = ["OPERATOR_PASSWORD", "PUBLIC_URL", ...neededOfPlatforms] as const;

/** Tried first by whoever guesses. */
const wellKnownPasswords =
  /^(?:admin|administrator|operator|root|shop|password|passw0rd|p@ssw0rd|changeme|change-me|changeit|letmein|welcome|secret|qwertyui(?:op)?|qwerty|abc|test)?[\d!@#.-]*$/i;

type Given = Record<string, string | undefined>;

/** What only production refuses; judged on the raw text, so that it is told together with every other fault. */
function productionFaults(given: Given): string[] {
  if (given["NODE_ENV"] !== "production") return [];
  const providers = (given["EXPRESS_PROVIDERS"] ?? "kuaidi100").split(",").map((name) => name.trim());
  const needed = [...neededInProduction, ...providers.flatMap((name) => expressKeys[name] ?? [])];
  const faults = needed.filter((name) => !given[name]).map((name) => `${name}: is required in production`);
  if (given["SANDBOX_URL"]) faults.push("SANDBOX_URL: the sandbox has no place in production");
  const password = given["OPERATOR_PASSWORD"];
  if (password && (wellKnownPasswords.test(password) || password === (given["OPERATOR_USERNAME"] ?? "operator")))
    faults.push("OPERATOR_PASSWORD: is one that everybody tries first");
  if (given["SMS_TEST_MOBILE"] && given["SMS_TEST_MOBILE_IN_PRODUCTION"] !== "true")
    faults.push("SMS_TEST_MOBILE: is set; confirm with SMS_TEST_MOBILE_IN_PRODUCTION=true or remove it");
  return faults;
}

const complete = environment.transform((env) => {
  const production = env.NODE_ENV === "production";
  const publicUrl = env.PUBLIC_URL ?? `http://127.0.0.1:${env.PORT}`;
  const exempt = env.RATE_LIMIT_EXEMPT ?? (production ? "" : "127.0.0.0/8,::1/128");
  const origin = new URL(publicUrl).origin;
  return {
    ...env,
    production,
    HOST: env.HOST ?? (production ? "0.0.0.0" : "127.0.0.1"),
    PUBLIC_URL: publicUrl,
    MEDIA_BASE_URL: env.MEDIA_BASE_URL ?? `${publicUrl}/media`,
    REDIS_CACHE_URL: env.REDIS_CACHE_URL ?? env.REDIS_URL,
    EXPRESS_PROVIDERS: env.EXPRESS_PROVIDERS.length > 0 ? env.EXPRESS_PROVIDERS : (["kuaidi100", "kdniao"] as const),
    RATE_LIMIT_EXEMPT: exempt.split(",").filter(Boolean),
    RETURN_URLS: env.RETURN_URLS.length > 0 ? env.RETURN_URLS : [origin],
    REDIRECT_URIS: env.REDIRECT_URIS.length > 0 ? env.REDIRECT_URIS : [origin],
    NEW_OPERATORS_CHANGE_PASSWORD: env.NEW_OPERATORS_CHANGE_PASSWORD ?? production,
    SOCIAL_EXPOSE_SECRETS: env.SOCIAL_EXPOSE_SECRETS ?? !production,
    VOD_UPLOAD_SECRET_ID: env.VOD_UPLOAD_SECRET_ID ?? env.VOD_SECRET_ID,
    VOD_UPLOAD_SECRET_KEY: env.VOD_UPLOAD_SECRET_KEY ?? env.VOD_SECRET_KEY,
  };
});

export type Config = z.output<typeof complete>;

/** Every fault of the environment at once, a line each: "NAME: what is wrong". */
export class ConfigError extends Error {
  readonly faults: string[];
  constructor(faults: string[]) {
    super(`The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
    this.faults = faults;
  }
}

/** Parses an environment; blank values count as absent. Throws ConfigError with the whole list. */
export function parseConfig(env: Given): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = complete.safeParse(given);
  const faults = (parsed.error?.issues ?? []).map((issue) => {
    const isMissing = given[String(issue.path[0])] === undefined;
    return `${issue.path.join(".")}: ${isMissing ? "is missing" : issue.message}`;
  });
  faults.push(...productionFaults(given));
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  return parsed.data;
}
