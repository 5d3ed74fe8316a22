import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { Transform } from "node:stream";

/** A way to a server that can be broken, as a route between two hosts can. */
export interface Way {
  port: number;
  /** From now on it can be gone; a new one can be. */
  open(): Promise<void>;
  /** Connections break, and new ones are refused. */
  close(): Promise<void>;
  /** Connections that are there carry nothing any more, and nobody is told; new ones are as ever. Answers how many. */
  freeze(): number;
}

/** `bytesPerSecond`: what comes back comes no faster, on each connection. */
export async function makeWay(
  target: { host: string; port: number },
  { bytesPerSecond = Infinity } = {},
): Promise<Way> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const port = await freePort();
  let server: Server | undefined;
  const take = (near: Socket): void => {
    const far = connect(target.port, target.host);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [one, other] of [pair, [far, near] as const]) {
      one.on("error", () => one.destroy());
      one.on("close", () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
    near.pipe(far);
    if (bytesPerSecond === Infinity) far.pipe(near);
    else far.pipe(slowly(bytesPerSecond)).pipe(near);
  };
  return {
    port,
    async open() {
      server = createServer(take);
      await new Promise<void>((done) => server!.listen(port, "127.0.0.1", done));
    },
    async close() {
      const closed = new Promise((done) => (server ? server.close(done) : done(undefined)));
      for (const [near] of pairs) near.destroy();
      await closed;
      server = undefined;
    },
    freeze() {
      for (const [near, far] of pairs) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
      return pairs.size;
    },
  };
}

const slowly = (bytesPerSecond: number): Transform =>
  new Transform({
    transform: (chunk: Buffer, _, done) => {
      setTimeout(() => done(null, chunk), (chunk.length / bytesPerSecond) * 1_000);
    },
  });

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
