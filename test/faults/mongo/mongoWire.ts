import { connect, type Socket } from "node:net";
import mongoose from "mongoose";

const { BSON } = mongoose.mongo;
type Doc = Record<string, unknown>;

/** MongoDB's messages as they travel: a head of four numbers, then by their kind. */
const HEAD = 16;
const [OLD_REPLY, OLD_QUERY, MESSAGE] = [1, 2_004, 2_013];
/** Before the document of a message: flags and the kind of its section. Before that of an old reply: flags and counts. */
const BODY_AT: Record<number, number> = { [MESSAGE]: HEAD + 5, [OLD_REPLY]: HEAD + 20 };

const kindOf = (message: Buffer): number => message.readInt32LE(12);

/** What becomes of a request: it is answered without the server, or the server's answer goes on as this makes it. */
export type Taken = { reply: Buffer } | { pass: (reply: Buffer) => Buffer };

/** Carries a client's connection to a server, with `take` in between. */
export function carry(near: Socket, port: number, take: (message: Buffer, name: string) => Taken): void {
  const far = connect(port, "127.0.0.1");
  near
    .setNoDelay(true)
    .on("error", () => near.destroy())
    .on("close", () => far.destroy());
  far.on("error", () => near.destroy()).on("close", () => near.destroy());
  const asked = new Map<number, (reply: Buffer) => Buffer>();
  near.on(
    "data",
    framesOf((message) => {
      const taken = take(message, commandOf(message));
      if ("reply" in taken) return void near.write(taken.reply);
      asked.set(message.readInt32LE(4), taken.pass);
      far.write(message);
    }),
  );
  far.on(
    "data",
    framesOf((reply) => {
      const to = reply.readInt32LE(8);
      near.write(asked.get(to)?.(reply) ?? reply);
      asked.delete(to);
    }),
  );
}

/** Calls `take` with each whole message of a stream. */
function framesOf(take: (message: Buffer) => void): (data: Buffer) => void {
  let left: Buffer = Buffer.alloc(0);
  return (data) => {
    left = left.length > 0 ? Buffer.concat([left, data]) : data;
    while (left.length >= 4 && left.length >= left.readInt32LE(0)) {
      const length = left.readInt32LE(0);
      take(left.subarray(0, length));
      left = left.subarray(length);
    }
  };
}

function bodyAt(message: Buffer): number {
  // An old query has the name of its collection first, then two numbers.
  return kindOf(message) === OLD_QUERY ? message.indexOf(0, HEAD + 4) + 1 + 8 : BODY_AT[kindOf(message)]!;
}

/** The name of a command is the first of its document. */
function commandOf(message: Buffer): string {
  const from = bodyAt(message) + 5;
  return message.toString("utf8", from, message.indexOf(0, from));
}

export function bodyOf(message: Buffer): Doc {
  const at = bodyAt(message);
  return BSON.deserialize(message.subarray(at, at + message.readInt32LE(at)), { promoteValues: false }) as Doc;
}

/** The same message with another document. */
export function withBody(message: Buffer, body: Doc): Buffer {
  const before = Buffer.from(message.subarray(0, bodyAt(message)));
  const after = BSON.serialize(body, { ignoreUndefined: true });
  before.writeInt32LE(before.length + after.length, 0);
  return Buffer.concat([before, after]);
}

/** An answer to a request. */
export function replyTo(request: Buffer, body: Doc): Buffer {
  const isOld = kindOf(request) === OLD_QUERY;
  const head = Buffer.alloc(BODY_AT[isOld ? OLD_REPLY : MESSAGE]!);
  head.writeInt32LE(request.readInt32LE(4), 8);
  head.writeInt32LE(isOld ? OLD_REPLY : MESSAGE, 12);
  if (isOld) head.writeInt32LE(1, HEAD + 16);
  return withBody(head, body);
}
