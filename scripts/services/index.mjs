import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { PlainFailure } from "../processes/progress.mjs";
import { mongodb } from "./mongodb.mjs";
import { freePorts } from "./ports.mjs";
import { startProgram } from "./program.mjs";
import { redis } from "./redis.mjs";
import { parseServicesFrom, sourcesToTry } from "./sources.mjs";
import { bucketEnvironment, storage } from "./storage.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const services = [mongodb, redis, storage];

/** @param {import("./index.d.mts").ServiceOptions} options */
function contextOf({ dataDir, wheelsDir, durable, database, log = () => {}, given = {} }) {
  const cacheDir = process.env["SERVICES_CACHE"] ?? resolve(root, process.env["DATA_DIR"] ?? ".data", "services");
  return {
    dataDir: resolve(dataDir),
    cacheDir: resolve(cacheDir),
    wheelsDir: resolve(wheelsDir ?? join(cacheDir, "wheels")),
    durable,
    database: database ?? "shop",
    bucket: {
      bucket: given["S3_BUCKET"] || "media",
      region: given["S3_REGION"] || "us-east-1",
      accessKey: given["S3_ACCESS_KEY"] || randomBytes(10).toString("hex"),
      secretKey: given["S3_SECRET_KEY"] || randomBytes(20).toString("hex"),
    },
    log,
  };
}

/**
 * Fetches the programs that startServices() will look for, while packages are being installed. What fails here is told there.
 * @type {typeof import("./index.d.mts").fetchServices}
 */
export async function fetchServices(options) {
  await Promise.allSettled(services.map((service) => find(service, options)));
}

/**
 * The program of a service as it is found on this machine or fetched, for whoever starts it in a way of their own.
 * @type {typeof import("./index.d.mts").findProgram}
 */
export async function findProgram(name) {
  const service = services.find((one) => one.name === name);
  const found = service && (await find(service, { dataDir: ".", durable: false }));
  if (!found) throw new PlainFailure(`No ${service?.title ?? name} to be had: ${service?.advice}.`);
  return found.program;
}

/**
 * @param {typeof services[number]} service
 * @param {import("./index.d.mts").ServiceOptions} options
 * @returns {Promise<import("./sources.mjs").Found | undefined>}
 */
async function find(service, options) {
  const { given = {}, mayBeGiven } = options;
  const context = { ...contextOf(options), log: () => {} };
  const wanted = parseServicesFrom(process.env["SERVICES_FROM"])[service.name];
  const address = given[service.variable];
  for (const source of sourcesToTry(service, wanted, Boolean(address), Boolean(mayBeGiven ?? address))) {
    if (source === "given") return undefined;
    const look = service.sources[/** @type {"path" | "wheel"} */ (source)];
    const found = await look({ ...context, forced: wanted === source });
    if (!("why" in found)) return found;
  }
  return undefined;
}

/**
 * Starts MongoDB, Redis and an S3 store for one run, each from the first available source (see sources.mjs).
 * @type {typeof import("./index.d.mts").startServices}
 */
export async function startServices(options) {
  const { only, given = {} } = options;
  const context = contextOf(options);
  mkdirSync(context.dataDir, { recursive: true, mode: 0o700 });

  const wanted = services.filter(({ name }) => !only || only.some((each) => each === name));
  const forced = parseServicesFrom(process.env["SERVICES_FROM"]);
  const outcomes = await Promise.allSettled(
    wanted.map((service) => provide(service, forced[service.name], { ...options, given }, context)),
  );
  const up = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  // Redis first: it is not the source of truth. The store last: nothing else depends on it.
  const stopOrder = ["redis", "mongodb", "storage"];
  const handles = Object.fromEntries(up.flatMap(({ name, handle }) => (handle ? [[name, handle]] : [])));
  /** @param {number} [ms] */
  const stop = async (ms) => {
    for (const name of stopOrder) await handles[name]?.stop(ms);
  };
  const failed = outcomes.filter((outcome) => outcome.status === "rejected");
  if (failed.length > 0) {
    await stop();
    throw new PlainFailure(failed.map(({ reason }) => /** @type {Error} */ (reason).message).join("\n"));
  }
  return {
    env: Object.assign({}, ...up.map(({ env }) => env)),
    servers: up.map(({ server }) => server),
    ...handles,
    stop,
    abandon: () => Object.values(handles).forEach((handle) => handle.abandon()),
  };
}

/**
 * @param {typeof services[number]} service
 * @param {import("./sources.mjs").Source | undefined} forced
 * @param {import("./index.d.mts").ServiceOptions & { given: Record<string, string | undefined> }} options
 * @param {Omit<import("./sources.mjs").Context, "forced">} context
 */
async function provide(service, forced, options, context) {
  const address = options.given[service.variable];
  const tried = [];
  for (const source of sourcesToTry(service, forced, Boolean(address), Boolean(options.mayBeGiven ?? address))) {
    if (source === "given") return await useGiven(service, address, context.bucket);
    const look = service.sources[/** @type {"path" | "wheel"} */ (source)];
    const found = await look({ ...context, forced: forced === source });
    if (!("why" in found)) return await launch(service, source, found, options, { ...context, forced: false });
    tried.push(`    ${source.padEnd(8)} ${found.why}`);
  }
  throw new PlainFailure(`No ${service.title} to be had:\n${tried.join("\n")}\n  What to do: ${service.advice}.`);
}

/**
 * @param {typeof services[number]} service
 * @param {string | undefined} address
 * @param {import("./sources.mjs").Context["bucket"]} bucket
 */
async function useGiven(service, address, bucket) {
  const { name, title, variable } = service;
  if (!address) throw new PlainFailure(`SERVICES_FROM requires a given ${title}, but ${variable} is not set.`);
  try {
    const server = await service.given(address);
    const env = { [variable]: address, ...(name === "storage" ? bucketEnvironment(bucket) : {}) };
    return { name, env, handle: undefined, server: { ...server, source: "given", pid: undefined } };
  } catch (error) {
    const why = /** @type {Error & { cause?: Error }} */ (error);
    throw new PlainFailure(`${variable} is given, but cannot be used: ${why.cause?.message ?? why.message}`);
  }
}

/**
 * @param {typeof services[number]} service
 * @param {import("./sources.mjs").Source} source
 * @param {import("./sources.mjs").Found} found
 * @param {import("./index.d.mts").ServiceOptions} options
 * @param {import("./sources.mjs").Context} context
 */
async function launch(service, source, found, options, context) {
  const { name } = service;
  const preferred = options.fixedPorts ? { ...service.ports(found), ...readPorts(context.dataDir, name) } : {};
  const keys = Object.keys(service.ports(found));
  for (let attempt = 1; ; attempt++) {
    // A port that was free a moment ago may be taken by now: the next attempt uses others.
    const numbers = await freePorts(keys.map((key) => (attempt === 1 ? preferred[key] : undefined)));
    const ports = Object.fromEntries(keys.map((key, index) => [key, Number(numbers[index])]));
    const { provides, ...plan } = service.launch(found, context, ports);
    try {
      const handle = await startProgram({
        ...plan,
        name,
        dataDir: context.dataDir,
        ended: (why) => options.onEnded?.(name, why),
      });
      writePorts(context.dataDir, name, ports);
      const server = {
        name: found.name,
        version: found.version,
        source,
        port: handle.port,
        get pid() {
          return handle.pid;
        },
      };
      return { name, env: provides, handle, server };
    } catch (error) {
      if (attempt === 3) throw error;
      context.log(`${service.title}: ${String(/** @type {Error} */ (error).message).split("\n")[0]}; once more`);
    }
  }
}

/** @param {string} dataDir */
const portsFile = (dataDir) => join(dataDir, "services", "ports.json");

/**
 * The ports of the last start: the store keeps some of its state under its port number.
 * @param {string} dataDir
 * @param {string} name
 * @returns {Record<string, number>}
 */
function readPorts(dataDir, name) {
  try {
    return JSON.parse(readFileSync(portsFile(dataDir), "utf8"))[name] ?? {};
  } catch {
    return {};
  }
}

/**
 * @param {string} dataDir
 * @param {string} name
 * @param {Record<string, number>} ports
 */
function writePorts(dataDir, name, ports) {
  let all = {};
  try {
    all = JSON.parse(readFileSync(portsFile(dataDir), "utf8"));
  } catch {
    mkdirSync(dirname(portsFile(dataDir)), { recursive: true });
  }
  writeFileSync(portsFile(dataDir), JSON.stringify({ ...all, [name]: ports }));
}
