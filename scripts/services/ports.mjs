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
 * Free ports of this machine, the preferred ones where they can be had.
 * Others come from below the range the system takes for outgoing connections: a client that keeps dialling a stopped
 * server's port in that range can meet itself, and then the server cannot have its port back.
 * @param {(number | undefined)[]} preferred one entry for each port that is wanted
 * @returns {Promise<number[]>}
 */
export async function freePorts(preferred) {
  /** @type {number[]} */
  const ports = [];
  for (const wish of preferred) {
    let port = wish ?? randomPort();
    for (let tries = 0; ports.includes(port) || (await portState(port)) !== "free"; tries++) {
      if (tries > 500) throw new Error("no free port found between 20000 and 32000");
      port = randomPort();
    }
    ports.push(port);
  }
  return ports;
}

const randomPort = () => 20_000 + Math.floor(Math.random() * 12_000);
