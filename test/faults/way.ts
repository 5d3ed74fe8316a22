import { connect, createServer, type Server, type Socket } from "node:net";
import { Transform } from "node:stream";
import { freePort } from "#scripts/deployment/services.js";

/** A way to a server that can be broken, as a route between two hosts can. */
export interface Way {
  port: number;
  /** From now on it can be gone; a new one can be. */
  open(): Promise<void>;
  /** Connections break, and new ones are refused. */
  close(): Promise<void>;
  /** Connections that are there carry nothing any more, and nobody is told; new ones are as ever. Answers how many. */
  freeze(): number;
  /** The same, and new ones are accepted and carry nothing either, until it is mended. Answers how many there were. */
  swallow(): number;
  /** What comes back comes so much later, whatever there is of it, until it is mended. */
  delay(ms: number): void;
  /** Each connection that is there is reset in the middle of the next answer on it. */
  cut(): void;
  /** How many were reset so far, and how many were swallowed as new ones. */
  readonly counts: { cut: number; swallowed: number };
  /** New connections are as ever, and nothing comes late. What was lost stays lost. */
  mend(): void;
}

/** What is there of one connection; `freeze` and `cut` as of a way. */
interface Carried {
  near: Socket;
  freeze(): void;
  cut(): void;
}

/** `bytesPerSecond`: what comes back comes no faster, on each connection. */
export async function makeWay(
  target: { host: string; port: number },
  { bytesPerSecond = Infinity } = {},
): Promise<Way> {
  const all = new Set<Carried>();
  const counts = { cut: 0, swallowed: 0 };
  const port = await freePort();
  let server: Server | undefined;
  let isSwallowing = false;
  let delayMs = 0;

  const keep = (carried: Carried): void => {
    all.add(carried);
    carried.near.on("error", () => carried.near.destroy()).on("close", () => all.delete(carried));
  };
  const take = (near: Socket): void => {
    if (isSwallowing) {
      counts.swallowed++;
      near.pause();
      return keep({ near, freeze: () => undefined, cut: () => undefined });
    }
    const far = connect(target.port, target.host);
    let isToBeCut = false;
    const reset = (): void => {
      counts.cut++;
      near.resetAndDestroy();
    };
    const answers = inTheirTime(
      () => delayMs,
      (chunk) => {
        if (!isToBeCut) return chunk;
        isToBeCut = false;
        near.write(chunk.subarray(0, chunk.length / 2), reset);
        return undefined;
      },
    );
    far.on("error", () => far.destroy()).on("close", () => near.destroy());
    near.on("close", () => far.destroy());
    near.pipe(far);
    (bytesPerSecond === Infinity ? far : far.pipe(slowly(bytesPerSecond))).pipe(answers).pipe(near);
    keep({
      near,
      freeze() {
        near.unpipe(far).pause();
        answers.unpipe(near);
      },
      cut: () => (isToBeCut = true),
    });
  };

  const freeze = (): number => {
    for (const carried of all) carried.freeze();
    return all.size;
  };
  return {
    port,
    counts,
    async open() {
      server = createServer(take);
      await new Promise<void>((done) => server!.listen(port, "127.0.0.1", done));
    },
    async close() {
      const closed = new Promise((done) => (server ? server.close(done) : done(undefined)));
      for (const { near } of all) near.destroy();
      await closed;
      server = undefined;
    },
    freeze,
    swallow() {
      isSwallowing = true;
      return freeze();
    },
    delay: (ms) => void (delayMs = ms),
    cut() {
      for (const carried of all) carried.cut();
    },
    mend() {
      isSwallowing = false;
      delayMs = 0;
    },
  };
}

const slowly = (bytesPerSecond: number): Transform =>
  new Transform({
    transform: (chunk: Buffer, _, done) => {
      setTimeout(() => done(null, chunk), (chunk.length / bytesPerSecond) * 1_000);
    },
  });

/** Each chunk so late, many at once under way and none before another; `pass` may keep one back. */
function inTheirTime(delayMs: () => number, pass: (chunk: Buffer) => Buffer | undefined): Transform {
  let before: Promise<unknown> = Promise.resolve();
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const ms = delayMs();
      const late = ms > 0 ? new Promise((wake) => setTimeout(wake, ms)) : undefined;
      before = Promise.all([before, late]).then(() => {
        const passing = pass(chunk);
        if (passing) this.push(passing);
      });
      done();
    },
    flush: (done) => void before.then(() => done()),
  });
}
