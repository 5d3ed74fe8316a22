import { lookup } from "node:dns/promises";
import { existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { asFlags, findOnPath, isAtLeast, until, versionOf } from "./program.mjs";
import { provideWheel, wheelVersion } from "./wheels.mjs";

/** @typedef {import("./sources.mjs").Context} Context */
/** @typedef {import("./sources.mjs").Found} Found */

const least = "6.0";
/** Resolved by DNS before the download, so that a machine without internet access loses no time. */
const downloadHost = "fastdl.mongodb.org";
const replicaSet = "shop";
const launcher = fileURLToPath(new URL("secantusd.py", import.meta.url));
/**
 * For the store of a test run (secantusd.py explains why). The size of a page is also limited by the dirty share of the
 * cache. Not for a persistent store, which is written each minute: large pages make that slow.
 */
const pagesMayGrow = {
  SECANTUS_MEMORY_PAGE_MAX: "300MB",
  WIREDTIGER_CONFIG:
    "eviction_dirty_trigger=80,eviction_dirty_target=40,eviction_updates_trigger=80,eviction_updates_target=40",
};

export const mongodb = {
  name: "mongodb",
  title: "MongoDB",
  variable: "MONGODB_URI",
  advice: `install mongod ${least} or newer, or set MONGODB_URI to a replica set`,
  sources: { path: onPath, fetched, wheel },

  /**
   * @param {string} uri
   * @returns {Promise<{ name: string, version: string, port: number }>}
   */
  async given(uri) {
    const client = await connect(uri, 5_000);
    try {
      const { version } = await client.db("admin").command({ buildInfo: 1 });
      if (!isAtLeast(version, least)) throw new Error(`MongoDB ${version} is too old, at least ${least} is needed`);
      return { name: "MongoDB", version, port: Number(/:(\d+)/.exec(uri.split("@").at(-1) ?? "")?.[1] ?? 27017) };
    } finally {
      await client.close();
    }
  },

  ports: () => ({ mongodb: 27117 }),

  /**
   * @param {Found} found
   * @param {Context} context
   * @param {Record<string, number>} ports
   */
  launch(found, { dataDir, durable, database }, { mongodb: port }) {
    // They cannot read each other's files.
    const data = join(dataDir, dataFolders[found.kind] ?? "mongodb");
    mkdirSync(data, { recursive: true });
    // SecantusDB scans all retryable writes of the last half hour at each one: after ten thousand, most of its time.
    const retries = found.kind === "mongod" ? "" : "&retryWrites=false";
    const uri = `mongodb://127.0.0.1:${port}/${database}?directConnection=true${retries}`;
    return {
      port: Number(port),
      command: found.program,
      args: [
        ...(found.before ?? []),
        ...(found.kind === "mongod" ? mongodArgs : secantusArgs)(found, data, Number(port), durable),
      ],
      env: { ...process.env, ...found.env, ...(found.kind === "secantusd-py" && !durable ? pagesMayGrow : {}) },
      marks: [data, String(port)],
      ready: async (/** @type {() => boolean} */ stillRunning) => {
        await until(async () => answers(uri, found.kind === "mongod" ? Number(port) : undefined), stillRunning);
      },
      provides: { MONGODB_URI: uri },
    };
  },
};

/** @type {Record<string, string>} */
const dataFolders = { mongod: "mongodb-mongod", "secantusd-rs": "mongodb-rs", "secantusd-py": "mongodb" };

/** @type {(found: Found, data: string, port: number, durable: boolean) => string[]} */
const mongodArgs = (_found, data, port) => [
  ...asFlags({ dbpath: data, port, bind_ip: "127.0.0.1", replSet: replicaSet, wiredTigerCacheSizeGB: 0.5 }),
  // A primary waits 15 s for a successor before it ends; here there is none.
  ...asFlags({ setParameter: "shutdownTimeoutMillisForSignaledShutdown=100" }),
  // Rows held by a killed process are released after this, not after a minute.
  ...asFlags({ setParameter: "transactionLifetimeLimitSeconds=10" }),
];

/** @type {(found: Found, data: string, port: number, durable: boolean) => string[]} */
const secantusArgs = (found, data, port, durable) => [
  // A limit, not its usage; it also limits the size of a page.
  ...asFlags({ host: "127.0.0.1", port, "storage-path": data, "cache-size": durable ? "1G" : "4G" }),
  // Without it a killed server lost writes that it had acknowledged.
  ...(durable ? ["--sync-on-commit"] : []),
  // After a crash it reads its whole log at the start: 15 s at the default of 2 GB.
  ...(found.kind === "secantusd-rs" ? asFlags({ "log-file-max": "128MB", "oplog-max-entries": 10_000 }) : []),
];

/**
 * @param {string} uri
 * @param {number | undefined} initiate the port of a mongod that must become a single-node replica set
 */
async function answers(uri, initiate) {
  const client = await connect(uri, 2_000);
  try {
    const admin = client.db("admin");
    if (initiate) await makeReplicaSet(admin, `127.0.0.1:${initiate}`);
    const { isWritablePrimary } = await admin.command({ hello: 1 });
    if (!isWritablePrimary) await sleep(100);
    return isWritablePrimary === true;
  } finally {
    await client.close();
  }
}

/**
 * @param {import("mongodb").Db} admin
 * @param {string} host
 */
async function makeReplicaSet(admin, host) {
  const config = await admin.command({ replSetGetConfig: 1 }).catch(() => undefined);
  if (!config) {
    await admin.command({ replSetInitiate: { _id: replicaSet, members: [{ _id: 0, host }] } });
  } else if (config["config"].members[0].host !== host) {
    // The data was created on another port: the set would look for itself there forever.
    const version = config["config"].version + 1;
    await admin.command({
      replSetReconfig: { ...config["config"], version, members: [{ _id: 0, host }] },
      force: true,
    });
  }
}

/**
 * @param {string} uri
 * @param {number} ms
 * @param {import("mongodb").MongoClientOptions} [options]
 * @returns {Promise<import("mongodb").MongoClient>}
 */
export async function connect(uri, ms, options) {
  // mongoose's own driver: it is there once the packages are installed.
  const require = createRequire(createRequire(import.meta.url).resolve("mongoose"));
  const { MongoClient } = require("mongodb");
  return await new MongoClient(uri, { serverSelectionTimeoutMS: ms, connectTimeoutMS: ms, ...options }).connect();
}

/**
 * @param {Context} context
 * @returns {Promise<Found | { why: string }>}
 */
async function onPath({ log }) {
  const program = findOnPath("mongod");
  if (!program) return { why: "no mongod on PATH" };
  const version = await versionOf(program, ["--version"], /db version v([\d.]+)/);
  if (version && isAtLeast(version, least)) return { kind: "mongod", name: "mongod", version, program };
  const why = `${program} is ${version ?? "of unknown version"}, at least ${least} is needed`;
  log(`MongoDB: ${why}: skipped`);
  return { why };
}

/**
 * @param {Context} context
 * @returns {Promise<Found | { why: string }>}
 */
async function fetched({ cacheDir, forced }) {
  const folder = join(cacheDir, "mongod");
  const reachable = lookup(downloadHost).then(
    () => true,
    () => false,
  );
  const soon = sleep(2_000, false, { ref: false });
  if (!forced && !existsSync(folder) && !(await Promise.race([reachable, soon]))) {
    return { why: `the download host ${downloadHost} cannot be reached` };
  }
  try {
    // Only its download is used: the server then runs like one from PATH, on our own data folder.
    const { MongoBinary } = await import("mongodb-memory-server");
    mkdirSync(folder, { recursive: true });
    const program = await MongoBinary.getPath({ downloadDir: folder });
    const version = (await versionOf(program, ["--version"], /db version v([\d.]+)/)) ?? "unknown";
    return { kind: "mongod", name: "mongod", version, program };
  } catch (error) {
    // Before the packages are installed: it will be tried then.
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ERR_MODULE_NOT_FOUND") throw error;
    return { why: `the download failed: ${/** @type {Error} */ (error).message.split("\n")[0]}` };
  }
}

/**
 * A MongoDB-wire server on WiredTiger, shipped in a Python package: its build in Rust, else the slower one in Python.
 * `npm run check:store` reports what the faster one lacks; the shop needs none of it.
 * @param {Context} context
 * @returns {Promise<Found | { why: string }>}
 */
async function wheel(context) {
  const { dataDir, wheelsDir, log } = context;
  // The two cannot read each other's files, and a shop keeps its data.
  const isPythons = existsSync(join(dataDir, "mongodb")) && !existsSync(join(dataDir, "mongodb-rs"));
  if (!isPythons && process.env["EMBEDDED_MONGODB"] !== "py") {
    const found = await inRust(wheelsDir);
    if (!("why" in found)) return found;
    log(`MongoDB: ${found.why}; trying the build in Python`);
  }
  const pinned = await inPython(wheelsDir, "secantusdb-0.7.0b3", "SecantusDB==0.7.0b3");
  if (!("why" in pinned) || !/found no/.test(pinned.why)) return pinned;
  // The pinned pre-release may be withdrawn some day.
  log(`MongoDB: ${pinned.why}; trying its successor`);
  // Not ">=0.7": a pre-release of 0.7 sorts before 0.7.
  return inPython(wheelsDir, "secantusdb-successor", "SecantusDB>=0.7.0b0");
}

/**
 * @param {string} wheelsDir
 * @returns {Promise<Found | { why: string }>}
 */
async function inRust(wheelsDir) {
  // It finds its libraries beside it, so it runs in place.
  const program = (/** @type {string} */ dir) => join(dir, "secantusdb.scripts", "secantusd-rs");
  const got = await provideWheel(wheelsDir, {
    folder: "secantusdb-0.6.0b17",
    requirement: "SecantusDB==0.6.0b17",
    program,
  });
  if ("why" in got) return got;
  return {
    kind: "secantusd-rs",
    name: "secantusd-rs",
    version: wheelVersion(got.dir, "secantusdb"),
    program: got.program,
  };
}

/**
 * @param {string} wheelsDir
 * @param {string} folder
 * @param {string} requirement
 * @returns {Promise<Found | { why: string }>}
 */
async function inPython(wheelsDir, folder, requirement) {
  const program = (/** @type {string} */ dir) => join(dir, "bin", "secantusd-py");
  const got = await provideWheel(wheelsDir, { folder, requirement, withDependencies: true, program });
  if ("why" in got) return got;
  // The packages are beside the program, for the Python that installed them.
  const python = findOnPath("python3") ?? "python3";
  const env = { PYTHONPATH: got.dir };
  const version = wheelVersion(got.dir, "secantusdb");
  return { kind: "secantusd-py", name: "secantusd-py", version, program: python, before: [launcher], env };
}
