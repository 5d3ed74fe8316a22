import { createServer } from "node:net";

/**
 * @param {number} port
 * @param {string} [host]
 * @returns {Promise<"free" | "taken" | "forbidden">}
 */
export function portState(port, host = "127.0.0.1") {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (/** @type {NodeJS.ErrnoException} */ error) => {
      resolve(error.code === "EACCES" ? "forbidden" : "taken");
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve("free")));
  });
}

/**
 * Free ports of this machine, the preferred ones where possible.
 * Others are below the system's range for outgoing connections: a client that keeps dialling a stopped server's port
 * in that range can connect to itself, and then the server cannot get its port back.
 * @param {(number | undefined)[]} preferred one entry per wanted port
 * @returns {Promise<number[]>}
 */
export async function freePorts(preferred) {
  /** @type {number[]} */
  const ports = [];
  for (const wanted of preferred) {
    let port = wanted ?? randomPort();
    for (let tries = 0; ports.includes(port) || (await portState(port)) !== "free"; tries++) {
      if (tries > 500) throw new Error("no free port found between 20000 and 32000");
      port = randomPort();
    }
    ports.push(port);
  }
  return ports;
}

const randomPort = () => 20_000 + Math.floor(Math.random() * 12_000);
