/** One running server that belongs to the caller: fault tests kill it and start it again. */
export interface ServiceHandle {
  readonly name: string;
  readonly port: number;
  /** The process id; a restart changes it. */
  readonly pid: number;
  /** Sends the signal (default SIGKILL). Resolves when the process has ended, or at once for SIGSTOP and SIGCONT. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Ends it if it runs, starts it on the same port and data, and resolves when it answers. */
  restart(): Promise<void>;
  /** SIGTERM; SIGKILL when it has not ended after that many milliseconds (5000). */
  stop(ms?: number): Promise<void>;
  /** SIGKILL, without waiting. */
  abandon(): void;
}

export interface RunningServer {
  name: string;
  version: string;
  source: "given" | "path" | "fetched" | "wheel" | (string & {});
  /** undefined when the service was given. */
  readonly pid: number | undefined;
  port: number;
}

export interface RunningServices {
  /** MONGODB_URI, REDIS_URL, S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY, of started services. */
  env: Record<string, string>;
  /** MongoDB, Redis and the store, as far as requested. */
  servers: RunningServer[];
  /** Only for services that were started here, not for given ones. */
  mongodb?: ServiceHandle;
  redis?: ServiceHandle;
  storage?: ServiceHandle;
  /** Redis, then MongoDB, then the store; each gets that many milliseconds (5000). Data stays. */
  stop(msEach?: number): Promise<void>;
  abandon(): void;
}

export interface ServiceOptions {
  dataDir: string;
  /** The folder of servers from Python wheels. Default: SERVICES_CACHE/wheels, else DATA_DIR/services/wheels. */
  wheelsDir?: string;
  /** Whether acknowledged writes must survive a kill. Needed for every test that kills or restarts a server. */
  durable: boolean;
  only?: ("mongodb" | "redis" | "storage")[];
  log?: (line: string) => void;
  /** Name of the database in MONGODB_URI. Default: shop. */
  database?: string;
  /** Addresses that exist already (MONGODB_URI, REDIS_URL, S3_*): those services are not started. Default: none. */
  given?: Record<string, string | undefined>;
  /** Whether SERVICES_FROM=given is allowed. Default: when the address is given. */
  mayBeGiven?: boolean;
  /** Prefer the well-known ports (27117, 6479, 8433) and those of the last start to random ones. */
  fixedPorts?: boolean;
  /** Called when a server ends unexpectedly. */
  onEnded?: (name: "mongodb" | "redis" | "storage", why: string) => void;
}

/** Fetches what startServices() will start, as far as it must be fetched. Never rejects. */
export function fetchServices(options: ServiceOptions): Promise<void>;
/** The path of the program of a service (mongodb, redis, storage), fetched where this machine has none. */
export function findProgram(name: "mongodb" | "redis" | "storage"): Promise<string>;

export function startServices(options: ServiceOptions): Promise<RunningServices>;
