import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import mongoose from "mongoose";
import { bodyOf, carry, replyTo, withBody, type Taken } from "./mongoWire.js";

const { ObjectId } = mongoose.mongo;
type Doc = Record<string, unknown>;

const SET = "shop";
const MEMBERS = 3;
/** What a member that is no primary still answers. */
const ANSWERED_BY_ALL = new Set(["ping", "buildInfo", "connectionStatus", "endSessions", "saslStart", "saslContinue"]);
const HELLO = new Set(["hello", "ismaster", "isMaster"]);
const [NOT_PRIMARY, NOT_PRIMARY_FOR_READS, INTERRUPTED] = [10_107, 13_435, 11_602];
const READS = new Set(["find", "aggregate", "count", "distinct", "getMore", "listIndexes", "listCollections"]);

/**
 * A replica set of three as its clients meet it, played before one server that has the rows: who is primary changes, is
 * unknown for a while, and members go away and come back. What was under way when a primary goes has happened or not, and
 * its client is not told. Nothing is ever rolled back, as a write that a majority has is not.
 */
export interface MongoSet {
  uri(database: string): string;
  /** The primary stands down; another is elected so much later. Resolves then. */
  stepDown(electedAfterMs: number): Promise<void>;
  /** The primary's connections break, and nothing answers there until `comeBack`; another is elected as above. */
  kill(electedAfterMs: number): Promise<{ comeBack: () => Promise<void> }>;
  /** How often an answer was withheld, a command refused, and a connection broken. */
  readonly counts: { withheld: number; refused: number; broken: number; elections: number };
  stop(): Promise<void>;
}

interface Member {
  port: number;
  server: Server;
  sockets: Set<Socket>;
}

export async function startMongoSet(behind: { port: number }): Promise<MongoSet> {
  const counts = { withheld: 0, refused: 0, broken: 0, elections: 1 };
  const members: Member[] = [];
  let primary: Member | undefined;

  /** What a member says of the set instead of what the one server says of itself. */
  const seenBy = (member: Member, hello: Doc): Doc => {
    const addresses = members.map(({ port }) => `127.0.0.1:${port}`);
    const isPrimary = member === primary;
    // Without a version of the topology the driver asks again and again, and is never told by the server.
    const { topologyVersion: _, ...rest } = hello;
    return {
      ...rest,
      ok: 1,
      isWritablePrimary: isPrimary,
      ismaster: isPrimary,
      secondary: !isPrimary,
      setName: SET,
      setVersion: 1,
      hosts: addresses,
      me: `127.0.0.1:${member.port}`,
      ...(primary ? { primary: `127.0.0.1:${primary.port}` } : { primary: undefined }),
      electionId: new ObjectId(`7fffffff${counts.elections.toString(16).padStart(16, "0")}`),
    };
  };

  const refusal = (command: Doc, code: number): Doc => {
    const isInTransaction = command["autocommit"] === false;
    const isEnd = "commitTransaction" in command || "abortTransaction" in command;
    const isRetryable = "txnNumber" in command && (!isInTransaction || isEnd);
    const labels = [
      ...(isRetryable ? ["RetryableWriteError"] : []),
      ...(isInTransaction && !isEnd ? ["TransientTransactionError"] : []),
    ];
    return {
      ok: 0,
      code,
      codeName: code === INTERRUPTED ? "InterruptedDueToReplStateChange" : "NotWritablePrimary",
      errmsg: code === INTERRUPTED ? "operation was interrupted" : "not primary",
      ...(labels.length > 0 && { errorLabels: labels }),
    };
  };

  const take =
    (member: Member) =>
    (message: Buffer, name: string): Taken => {
      if (name === "replSetStepDown") {
        void standDown(1_000);
        return { reply: replyTo(message, { ok: 1 }) };
      }
      if (HELLO.has(name)) return { pass: (reply) => withBody(reply, seenBy(member, bodyOf(reply))) };
      if (ANSWERED_BY_ALL.has(name)) return { pass: (reply) => reply };
      if (member !== primary) {
        counts.refused++;
        const code = READS.has(name) ? NOT_PRIMARY_FOR_READS : NOT_PRIMARY;
        return { reply: replyTo(message, refusal(bodyOf(message), code)) };
      }
      const term = counts.elections;
      return {
        pass: (reply) => {
          if (member === primary && term === counts.elections) return reply;
          counts.withheld++;
          return replyTo(message, refusal(bodyOf(message), INTERRUPTED));
        },
      };
    };

  async function open(member: Member, port: number): Promise<void> {
    member.server = createServer((near) => {
      member.sockets.add(near);
      near.on("close", () => member.sockets.delete(near));
      carry(near, behind.port, take(member));
    });
    await new Promise<void>((listens, fails) =>
      member.server.once("error", fails).listen(port, "127.0.0.1", () => listens()),
    );
    member.port = (member.server.address() as AddressInfo).port;
  }
  async function close(member: Member): Promise<void> {
    const closed = new Promise((done) => member.server.close(done));
    for (const socket of member.sockets) socket.destroy();
    await closed;
  }

  async function standDown(electedAfterMs: number): Promise<void> {
    const next = members[(members.indexOf(primary!) + 1) % MEMBERS];
    primary = undefined;
    await pause(electedAfterMs);
    counts.elections++;
    primary = next;
  }

  for (let at = 0; at < MEMBERS; at++) {
    const member = { port: 0, sockets: new Set<Socket>() } as Member;
    await open(member, 0);
    members.push(member);
  }
  primary = members[0];

  return {
    counts,
    uri: (database) =>
      `mongodb://${members.map(({ port }) => `127.0.0.1:${port}`).join(",")}/${database}?replicaSet=${SET}`,
    stepDown: standDown,
    async kill(electedAfterMs) {
      const killed = primary!;
      counts.broken += killed.sockets.size;
      const elected = standDown(electedAfterMs);
      await close(killed);
      await elected;
      return { comeBack: () => open(killed, killed.port) };
    },
    async stop() {
      await Promise.all(members.map(close));
    },
  };
}
