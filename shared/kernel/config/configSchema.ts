import { z } from "zod";
import { list, natural, port, positive, url } from "./configFields.js";
import { providerFields } from "./configOfProviders.js";
import { storeFields } from "./configOfStores.js";
import { halfFaults, offFaults, withoutOff } from "./providerGroups.js";

const jwtKey = z.string().regex(/^[\w-]{1,32}:.{32,}$/, "each key is kid:secret, the secret 32 characters or more");

/** Names that would look like the shop's staff, in the languages of its members. */
const reservedNicknames = [
  "official",
  "admin",
  "administrator",
  "moderator",
  "support",
  "customer service",
  "官方",
  "客服",
  "管理员",
  "工作人员",
  "系统通知",
];

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
  /** The port of the sandbox that plays the providers (development only). */
  SANDBOX_PORT: port.default(8090),
  /** The port on which the sandbox takes mails (development only). */
  SANDBOX_SMTP_PORT: port.default(8025),
  /** The address at which clients reach the API; part of every link that the service hands out. */
  PUBLIC_URL: url.optional(),
  /** Where `GET /` leads in production; without one a page shows SHOP_NAME. Outside production: a page of the addresses. */
  HOME_URL: url.optional(),
  SHOP_NAME: z.string().max(60).optional(),
  /** Everything that `npm start` keeps: databases, objects, logs, keys. */
  DATA_DIR: z.string().default(".data"),
  /** pino level: fatal, error, warn, info, debug, trace or silent. */
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),

  // --- traces ------------------------------------------------------------------------------------------------------
  /** An OpenTelemetry collector for OTLP over HTTP (JSON), such as http://127.0.0.1:4318. Unset: no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  /** Headers for the collector: name=value[,name=value]. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default(""),
  /** The service name in the traces. */
  OTEL_SERVICE_NAME: z.string().default("member-commerce"),
  /** The share of traces that are made, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),

  // --- stores ------------------------------------------------------------------------------------------------------
  ...storeFields,

  // --- secrets -----------------------------------------------------------------------------------------------------
  /** kid:secret[,kid:secret]: the first signs access tokens, all verify. */
  JWT_KEYS: list.pipe(z.array(jwtKey).min(1, "needs at least one kid:secret")),
  /** 64 hex digits: seals secrets in flight and hashes codes. */
  SEAL_KEY: z.string().regex(/^[0-9a-f]{64}$/i, "must be 64 hex digits"),
  /** The first operator, made by the seed; required in production. */
  OPERATOR_USERNAME: z.string().min(4).max(30).default("operator"),
  OPERATOR_PASSWORD: z.string().min(8).max(64).optional(),
  /** New operators must choose a password of their own first. True in production, false outside it. */
  NEW_OPERATORS_CHANGE_PASSWORD: z.stringbool().optional(),
  /** An operator's session ends when it was unused for the first number of seconds, and the second after its sign-in. */
  OPERATOR_SESSION_IDLE_SECONDS: z.coerce.number().int().min(300).default(43_200),
  OPERATOR_SESSION_MAX_SECONDS: z.coerce.number().int().min(300).default(604_800),
  /** required: an operator without a second factor can only set one up. */
  OPERATOR_2FA: z.enum(["optional", "required"]).default("optional"),
  /** Opens /metrics on the public port. */
  METRICS_TOKEN: z.string().optional(),
  /** Counts the commands to MongoDB by collection in /metrics: a few microseconds each. */
  METRICS_STORE_COMMANDS: z.stringbool().default(false),

  // --- clients -----------------------------------------------------------------------------------------------------
  /** Origins of browser calls with cookies; a social sign-in there needs an origin of the same site as PUBLIC_URL. */
  CORS_ORIGINS: list,
  /** Addresses to which a payment may return: origin and path prefix. Default: PUBLIC_URL's origin. */
  RETURN_URLS: list,
  /** Addresses to which a social sign-in may return. Default: PUBLIC_URL's origin. */
  REDIRECT_URIS: list,
  /** Hosts that notifyUrl may name without https or on a private address. */
  NOTIFY_ALLOW_HOSTS: list,
  /** CIDRs whose X-Forwarded-For counts. */
  TRUSTED_PROXIES: list,
  /** CIDRs free of address limits. Loopback outside production, none in it. */
  RATE_LIMIT_EXEMPT: z.string().optional(),
  /** Language of messages without Accept-Language: en or zh. */
  DEFAULT_LANGUAGE: z.enum(["en", "zh"]).default("en"),
  /** Whether /docs and /openapi.json are public, or for signed-in operators alone. Default: outside production. */
  DOCS_PUBLIC: z.stringbool().optional(),
  /** true answers everything with HTTP 200, for older clients that expect it. */
  ENVELOPE_ALWAYS_200: z.stringbool().default(false),

  // --- limits ------------------------------------------------------------------------------------------------------
  /** Requests a minute of one member. */
  LIMIT_MEMBER_PER_MINUTE: positive.default(1200),
  /** Requests a minute of one address; past them it is asked for proofs, at ten times refused. */
  LIMIT_ADDRESS_PER_MINUTE: positive.default(2400),
  /** Sign-in tries in 15 minutes of one address without a proof; ten times as many in all. */
  LIMIT_SIGN_IN_PER_15_MINUTES: positive.default(30),
  /** What an address brings that passed a soft limit: a proof of work, or a captcha's answer. */
  PROOF_BY: z.enum(["work", "captcha"]).default("work"),
  /** Callbacks a second of one channel. */
  LIMIT_CALLBACKS_PER_SECOND: positive.default(100),
  /** License verifications a minute of one address: numbers must not be guessed. */
  LIMIT_LICENSE_VERIFY_PER_MINUTE: positive.default(20),
  /** Messages an hour that one address may leave on the website. */
  LIMIT_MESSAGES_PER_HOUR: positive.default(5),
  /** KiB of visits to the website that one address may report per minute; every call counts as at least one. */
  LIMIT_ANALYTICS_KIB_PER_MINUTE: positive.default(1024),
  /** Bytes of reported visits that may wait to be stored; beyond that, reports are refused. */
  VOLATILE_QUEUE_BYTES: positive.default(64 * 1024 * 1024),

  /** Connections that one API process holds at the same time; more are closed at once. */
  MAX_CONNECTIONS: positive.default(10_000),
  /** Seconds without a byte in either direction after which a connection is closed. */
  SOCKET_IDLE_SECONDS: positive.default(120),
  /** Seconds within which the body of a request must be there; a video that is uploaded may take longer. */
  BODY_SECONDS: positive.default(60),
  /** The largest video that is taken, in bytes. */
  VOD_MAX_BYTES: positive.default(500 * 1024 * 1024),
  /** Uploads that one API process takes at the same time; each holds some 10 MiB of memory. */
  VOD_UPLOADS_AT_ONCE: positive.default(16),
  /** Bytes of pictures that one member may upload a day. */
  UPLOAD_MEMBER_BYTES_PER_DAY: positive.default(50 * 1024 * 1024),
  /** Days after which a member's uploaded picture that nothing shows is deleted. */
  UPLOAD_UNUSED_DAYS: positive.default(7),
  /** Seconds that an upload may keep the server waiting, plus a second for each 16 KiB received. */
  UPLOAD_PATIENCE_SECONDS: positive.default(30),
  /** Seconds after which a request that holds an Idempotency-Key and never ended may be repeated. */
  IDEMPOTENCY_TAKEOVER_SECONDS: positive.default(60),

  // --- shop --------------------------------------------------------------------------------------------------------
  /** Seconds until an unpaid order expires. */
  ORDER_PAY_EXPIRE_SECONDS: positive.default(7200),
  /** Unpaid orders that a member may have at once; 0: no limit. */
  LIMIT_UNPAID_ORDERS: natural.default(10),
  /** Pieces of one SKU that a member may hold in unpaid orders; 0: no limit. */
  LIMIT_UNPAID_UNITS: natural.default(20),
  /**
   * Names and parts of names that no member may choose, as they would look like the shop's staff. Default: official, admin,
   * administrator, moderator, support, customer service, 官方, 客服, 管理员, 工作人员, 系统通知.
   */
  RESERVED_NICKNAMES: list,
  /** A mobile that needs no SMS code. In production it stops the boot unless SMS_TEST_MOBILE_IN_PRODUCTION=true. */
  SMS_TEST_MOBILE: z.string().optional(),
  SMS_TEST_MOBILE_IN_PRODUCTION: z.stringbool().default(false),

  // --- workers -----------------------------------------------------------------------------------------------------
  /** Seconds after which a relayed job that Redis does not know is relayed again. */
  OUTBOX_HEAL_SECONDS: positive.default(60),
  /** Milliseconds that a worker's lock on a job lives without renewal. */
  WORKER_LOCK_MS: positive.default(30_000),
  /** Seconds in which a worker took no job although some wait, after which it ends itself. */
  WORKER_STUCK_SECONDS: positive.default(25),
  /** Seconds for which the event loop may be blocked before the process is ended. */
  EVENT_LOOP_STUCK_SECONDS: positive.default(30),
  /** Seconds that a process has to end running work once it is asked to stop. */
  SHUTDOWN_SECONDS: positive.default(40),

  ...providerFields,
});

/** Names of every variable, for the test that keeps .env.example in sync. WORKER_CONCURRENCY_<QUEUE> comes on top. */
export const configNames = Object.keys(environment.shape);

const requiredInProduction = ["OPERATOR_PASSWORD", "PUBLIC_URL"] as const;

/** Passwords that attackers try first. */
const wellKnownPasswords =
  /^(?:admin|administrator|operator|root|shop|password|passw0rd|p@ssw0rd|changeme|change-me|changeit|letmein|welcome|secret|qwertyui(?:op)?|qwerty|abc|test)?[\d!@#.-]*$/i;

type Given = Record<string, string | undefined>;

/** Faults that only production refuses; checked on the raw text, so that they are reported together with all others. */
function productionFaults(given: Given): string[] {
  if (given["NODE_ENV"] !== "production") return [];
  const faults = requiredInProduction
    .filter((name) => !given[name])
    .map((name) => `${name}: is required in production`);
  faults.push(...offFaults(given), ...weakKeys(given), ...providersOnLoopback(given));
  const publicUrl = given["PUBLIC_URL"];
  if (publicUrl && /^http:/i.test(publicUrl)) faults.push("PUBLIC_URL: must be https in production");
  if (given["SANDBOX_URL"]) faults.push("SANDBOX_URL: the sandbox has no place in production");
  const password = given["OPERATOR_PASSWORD"];
  if (password && (wellKnownPasswords.test(password) || password === (given["OPERATOR_USERNAME"] ?? "operator")))
    faults.push("OPERATOR_PASSWORD: is one that everybody tries first");
  if (given["SMS_TEST_MOBILE"] && given["SMS_TEST_MOBILE_IN_PRODUCTION"] !== "true")
    faults.push("SMS_TEST_MOBILE: is set; confirm with SMS_TEST_MOBILE_IN_PRODUCTION=true or remove it");
  return faults;
}

/** A random secret of 32 characters has many more different ones. */
const FEWEST_DIFFERENT = 8;
const isWeak = (secret: string): boolean => new Set(secret.toLowerCase()).size < FEWEST_DIFFERENT;

/** Keys that are not random. */
function weakKeys(given: Given): string[] {
  const ofTokens = (given["JWT_KEYS"] ?? "").split(",").map((key) => key.slice(key.indexOf(":") + 1).trim());
  return [
    ...(ofTokens.some((secret) => secret !== "" && isWeak(secret)) ? ["JWT_KEYS: is not random"] : []),
    ...(given["SEAL_KEY"] && isWeak(given["SEAL_KEY"]) ? ["SEAL_KEY: is not random"] : []),
  ];
}

/** Provider addresses on this machine, where only the sandbox is. */
function providersOnLoopback(given: Given): string[] {
  return Object.keys(providerFields)
    .filter((name) => /(?:_BASE|_OPEN|_API|_TOKEN)_URL$/.test(name))
    .filter((name) => isLoopback(given[name] ?? ""))
    .map((name) => `${name}: is on this machine, as the sandbox is`);
}

function isLoopback(text: string): boolean {
  const host = URL.canParse(text) ? new URL(text).hostname : "";
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
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
    REDIS_VOLATILE_URL: env.REDIS_VOLATILE_URL ?? env.REDIS_URL,
    EXPRESS_PROVIDERS: env.EXPRESS_PROVIDERS.length > 0 ? env.EXPRESS_PROVIDERS : (["kuaidi100", "kdniao"] as const),
    RATE_LIMIT_EXEMPT: exempt.split(",").filter(Boolean),
    RETURN_URLS: env.RETURN_URLS.length > 0 ? env.RETURN_URLS : [origin],
    REDIRECT_URIS: env.REDIRECT_URIS.length > 0 ? env.REDIRECT_URIS : [origin],
    NEW_OPERATORS_CHANGE_PASSWORD: env.NEW_OPERATORS_CHANGE_PASSWORD ?? production,
    DOCS_PUBLIC: env.DOCS_PUBLIC ?? !production,
    RESERVED_NICKNAMES: env.RESERVED_NICKNAMES.length > 0 ? env.RESERVED_NICKNAMES : reservedNicknames,
    SOCIAL_EXPOSE_SECRETS: env.SOCIAL_EXPOSE_SECRETS ?? !production,
    VOD_UPLOAD_SECRET_ID: env.VOD_UPLOAD_SECRET_ID ?? env.VOD_SECRET_ID,
    VOD_UPLOAD_SECRET_KEY: env.VOD_UPLOAD_SECRET_KEY ?? env.VOD_SECRET_KEY,
  };
});

export type Config = z.output<typeof complete>;

/** Every fault of the environment at once, one line each: "NAME: what is wrong". */
export class ConfigError extends Error {
  readonly faults: string[];
  constructor(faults: string[]) {
    super(`The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
    this.faults = faults;
  }
}

/** Parses an environment; blank values count as absent. Throws ConfigError with the whole list. */
export function parseConfig(env: Given): Config {
  const isGiven = (entry: [string, string | undefined]): entry is [string, string] => Boolean(entry[1]);
  const given = withoutOff(Object.fromEntries(Object.entries(env).filter(isGiven)));
  const parsed = complete.safeParse(given);
  const faults = (parsed.error?.issues ?? []).map((issue) => {
    const isMissing = given[String(issue.path[0])] === undefined;
    return `${issue.path.join(".")}: ${isMissing ? "is missing" : issue.message}`;
  });
  faults.push(...halfFaults(given), ...productionFaults(given));
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  return parsed.data;
}
