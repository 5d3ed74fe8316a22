import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { portState } from "../services/ports.mjs";
import { PlainFailure } from "./progress.mjs";

/**
 * @typedef {object} Settings
 * @property {string} root
 * @property {string} dataDir
 * @property {string} host
 * @property {number} port
 * @property {number} sandboxPort
 * @property {number} sandboxSmtpPort where the sandbox receives mails
 * @property {{ api: number, worker: number, cron: number }} ops
 * @property {string} baseUrl where this machine reaches the API
 * @property {string} publicUrl where clients reach it
 * @property {string} sandboxUrl
 */

/** @param {string} root */
export function loadDotEnv(root) {
  const file = join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file); // what is in the environment already wins
}

/**
 * @param {string} root
 * @returns {Settings}
 */
export function readSettings(root) {
  const host = process.env["HOST"] ?? "127.0.0.1";
  const port = readPort("PORT", 8080);
  const sandboxPort = readPort("SANDBOX_PORT", 8090);
  const near = ["0.0.0.0", "::", "localhost"].includes(host) ? "127.0.0.1" : host;
  const baseUrl = `http://${near.includes(":") ? `[${near}]` : near}:${port}`;
  return {
    root,
    host,
    port,
    sandboxPort,
    sandboxSmtpPort: readPort("SANDBOX_SMTP_PORT", 8025),
    baseUrl,
    dataDir: dataFolder(root),
    ops: {
      api: readPort("API_OPS_PORT", 8081),
      worker: readPort("WORKER_OPS_PORT", 8082),
      cron: readPort("CRON_OPS_PORT", 8079),
    },
    publicUrl: process.env["PUBLIC_URL"] ?? `http://127.0.0.1:${port}`,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
  };
}

/** @param {string} root */
export const dataFolder = (root) => resolve(root, process.env["DATA_DIR"] ?? ".data");

/**
 * @param {string} variable
 * @param {number} preset
 */
function readPort(variable, preset) {
  const text = process.env[variable];
  if (!text) return preset;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new PlainFailure(`${variable}=${text} is no port: give a number from 1 to 65535.`);
}

/**
 * Checked before any slow work: a taken port is the most common reason for a failed start.
 * @param {Settings} settings
 */
export async function checkPorts({ host, port, sandboxPort, sandboxSmtpPort, ops }) {
  const local = "127.0.0.1";
  /** @type {[string, number, string][]} */
  const wanted = [
    ["PORT", port, host],
    ["SANDBOX_PORT", sandboxPort, local],
    ["SANDBOX_SMTP_PORT", sandboxSmtpPort, local],
    ["API_OPS_PORT", ops.api, local],
    ["WORKER_OPS_PORT", ops.worker, local],
    ["CRON_OPS_PORT", ops.cron, local],
  ];
  const problems = [];
  for (const [index, [variable, number, on]] of wanted.entries()) {
    const twin = wanted.slice(0, index).find(([, other]) => other === number);
    const state = twin ? "free" : await portState(number, on);
    if (twin) problems.push(`${variable} and ${twin[0]} are both ${number}: give one of them another port.`);
    if (state === "taken") {
      problems.push(
        `Port ${number} (${variable}) is taken: stop what uses it, or choose another, for example ${variable}=${number + 1000} npm start`,
      );
    }
    if (state === "forbidden")
      problems.push(`Port ${number} (${variable}) is not allowed to this user: choose one above 1023.`);
  }
  if (problems.length > 0) throw new PlainFailure(problems.join("\n"));
}
