import { z } from "zod";

/** Comma-separated text to a list without blanks. */
const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  );
const url = z.url().transform((text) => text.replace(/\/+$/, ""));
const port = z.coerce.number().int().min(0).max(65535);
const positive = z.coerce.number().int().positive();
/** A PEM as it is, or as base64 of a PEM (env files do not like newlines). */
const pem = z
  .string()
  .default("")
  .transform((text) =>
    text === "" || text.includes("-----BEGIN") ? text : Buffer.from(text, "base64").toString("utf8"),
  );
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
  /** Where clients reach the API; part of every link that the service hands out. */
  PUBLIC_URL: url.optional(),
  /** Everything that `npm start` keeps: databases, objects, logs, keys. */
  DATA_DIR: z.string().default(".data"),
  /** pino level: fatal, error, warn, info, debug, trace or silent. */
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),

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

  // --- platforms ---------------------------------------------------------------------------------------------------
  /** Where the sandbox is; its address is never used in production. */
  SANDBOX_URL: url.optional(),
  /** Tencent Cloud SMS. */
  SMS_BASE_URL: url.default("https://sms.tencentcloudapi.com"),
  SMS_SECRET_ID: z.string().default(""),
  SMS_SECRET_KEY: z.string().default(""),
  SMS_SDK_APP_ID: z.string().default(""),
  SMS_SIGN_NAME: z.string().default(""),
  SMS_TEMPLATE_LOGIN: z.string().default(""),
  SMS_TEMPLATE_UPDATE_MOBILE: z.string().default(""),
  SMS_TEMPLATE_UPDATE_PASSWORD: z.string().default(""),
  SMS_TEMPLATE_RESET_PASSWORD: z.string().default(""),
  /** WeChat Pay v3. */
  WECHATPAY_BASE_URL: url.default("https://api.mch.weixin.qq.com"),
  WECHATPAY_MCH_ID: z.string().default(""),
  WECHATPAY_APP_ID: z.string().default(""),
  WECHATPAY_MCH_SERIAL: z.string().default(""),
  WECHATPAY_MCH_PRIVATE_KEY: pem,
  WECHATPAY_API_V3_KEY: z.string().default(""),
  /** Alipay: its gateway, our application with its RSA2 key, and the platform's public key. */
  ALIPAY_BASE_URL: url.default("https://openapi.alipay.com/gateway.do"),
  ALIPAY_APP_ID: z.string().default(""),
  ALIPAY_PRIVATE_KEY: pem,
  ALIPAY_PUBLIC_KEY: pem,
  /** The account (2088...) that receives the payments; where set, notices for another one are refused. */
  ALIPAY_SELLER_ID: z.string().default(""),
  /** kuaidi100: parcel tracks by query, subscription and push. The salt signs pushes. */
  KUAIDI100_BASE_URL: url.default("https://poll.kuaidi100.com"),
  KUAIDI100_CUSTOMER: z.string().default(""),
  KUAIDI100_KEY: z.string().default(""),
  KUAIDI100_SALT: z.string().default(""),
  /** The WeChat open platform: its interfaces, and where people agree to a sign-in. */
  SOCIAL_BASE_URL: url.default("https://api.weixin.qq.com"),
  SOCIAL_OPEN_URL: url.default("https://open.weixin.qq.com"),
  /** Our applications there: mini-program (34), official account (31), website (32), app (30). */
  SOCIAL_MINI_APP_ID: z.string().default(""),
  SOCIAL_MINI_SECRET: z.string().default(""),
  SOCIAL_OFFICIAL_APP_ID: z.string().default(""),
  SOCIAL_OFFICIAL_SECRET: z.string().default(""),
  SOCIAL_WEBSITE_APP_ID: z.string().default(""),
  SOCIAL_WEBSITE_SECRET: z.string().default(""),
  SOCIAL_MOBILE_APP_ID: z.string().default(""),
  SOCIAL_MOBILE_SECRET: z.string().default(""),
  /** Whether the social helpers show the platform's access token and session keys. Default: outside production. */
  SOCIAL_EXPOSE_SECRETS: z.stringbool().optional(),
  /** Tencent Cloud Chat: our application, its key, and the account that administers it. */
  IM_BASE_URL: url.default("https://console.tim.qq.com"),
  IM_SDK_APP_ID: z.string().default(""),
  IM_SECRET_KEY: z.string().default(""),
  IM_ADMIN_ACCOUNT: z.string().default("administrator"),
  /** Tencent Cloud Streaming: where lives are pushed and played, the keys that sign the addresses, and the callbacks' key. */
  LIVE_PUSH_DOMAIN: z.string().default(""),
  LIVE_PUSH_KEY: z.string().default(""),
  LIVE_PLAY_DOMAIN: z.string().default(""),
  LIVE_PLAY_KEY: z.string().default(""),
  LIVE_CALLBACK_KEY: z.string().default(""),
  LIVE_APP_NAME: z.string().default("live"),
  /** notifyUrl of the seeded pay apps: 1 (mall) and 8 (wallet). */
  MALL_NOTIFY_URL: z.string().default(""),
  WALLET_NOTIFY_URL: z.string().default(""),
});

/** Names of every variable, for the test that keeps .env.example in step. WORKER_CONCURRENCY_<QUEUE> comes on top. */
export const configNames = Object.keys(environment.shape);

const neededInProduction = [
  "OPERATOR_PASSWORD",
  "PUBLIC_URL",
  "SMS_SECRET_ID",
  "SMS_SECRET_KEY",
  "SMS_SDK_APP_ID",
  "SMS_SIGN_NAME",
  "SMS_TEMPLATE_LOGIN",
  "SMS_TEMPLATE_UPDATE_MOBILE",
  "SMS_TEMPLATE_UPDATE_PASSWORD",
  "SMS_TEMPLATE_RESET_PASSWORD",
  "WECHATPAY_MCH_ID",
  "WECHATPAY_APP_ID",
  "WECHATPAY_MCH_SERIAL",
  "WECHATPAY_MCH_PRIVATE_KEY",
  "WECHATPAY_API_V3_KEY",
  "ALIPAY_APP_ID",
  "ALIPAY_PRIVATE_KEY",
  "ALIPAY_PUBLIC_KEY",
  "KUAIDI100_CUSTOMER",
  "KUAIDI100_KEY",
  "KUAIDI100_SALT",
  "SOCIAL_MINI_APP_ID",
  "SOCIAL_MINI_SECRET",
  "SOCIAL_OFFICIAL_APP_ID",
  "SOCIAL_OFFICIAL_SECRET",
  "SOCIAL_WEBSITE_APP_ID",
  "SOCIAL_WEBSITE_SECRET",
  "SOCIAL_MOBILE_APP_ID",
  "SOCIAL_MOBILE_SECRET",
  "IM_SDK_APP_ID",
  "IM_SECRET_KEY",
  "LIVE_PUSH_DOMAIN",
  "LIVE_PUSH_KEY",
  "LIVE_PLAY_DOMAIN",
  "LIVE_PLAY_KEY",
  "LIVE_CALLBACK_KEY",
] as const;

type Given = Record<string, string | undefined>;

/** What only production refuses; judged on the raw text, so that it is told together with every other fault. */
function productionFaults(given: Given): string[] {
  if (given["NODE_ENV"] !== "production") return [];
  const faults = neededInProduction.filter((name) => !given[name]).map((name) => `${name}: is required in production`);
  if (given["SANDBOX_URL"]) faults.push("SANDBOX_URL: the sandbox has no place in production");
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
    RATE_LIMIT_EXEMPT: exempt.split(",").filter(Boolean),
    RETURN_URLS: env.RETURN_URLS.length > 0 ? env.RETURN_URLS : [origin],
    REDIRECT_URIS: env.REDIRECT_URIS.length > 0 ? env.REDIRECT_URIS : [origin],
    SOCIAL_EXPOSE_SECRETS: env.SOCIAL_EXPOSE_SECRETS ?? !production,
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
