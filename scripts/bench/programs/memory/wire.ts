import { createServer, type Server, type Socket } from "node:net";
import { BSON, type Doc } from "./values.js";

/** A command with its lists of rows, and these in wire format. */
export interface Request {
  command: Doc;
  bytes: Uint8Array[];
}
/** A response, or its bytes. */
export type Reply = Doc | Buffer;

const MESSAGE = 2_013;
const QUERY = 2_004;
const REPLY = 1;
const HEAD = 16;
const NO_ANSWER = 2;
const WITH_CHECKSUM = 1;

/** MongoDB's messages: OP_MSG, and the OP_QUERY that a driver starts with. */
export function listen(answer: (request: Request) => Promise<Reply>): Server {
  return createServer((socket) => {
    socket.setNoDelay(true);
    let left: Buffer = Buffer.alloc(0);
    socket.on("error", () => socket.destroy());
    socket.on("data", (data) => {
      left = left.length > 0 ? Buffer.concat([left, data]) : data;
      while (left.length >= 4 && left.length >= left.readInt32LE(0)) {
        const length = left.readInt32LE(0);
        void serve(socket, left.subarray(0, length), answer);
        left = left.subarray(length);
      }
    });
  });
}

async function serve(socket: Socket, message: Buffer, answer: (request: Request) => Promise<Reply>): Promise<void> {
  const [id, kind] = [message.readInt32LE(4), message.readInt32LE(12)];
  if (kind !== MESSAGE && kind !== QUERY) {
    socket.destroy(new Error(`a message of kind ${kind}, which is not known here`));
    return;
  }
  const isQuery = kind === QUERY;
  const reply = await answer(isQuery ? readQuery(message) : readMessage(message));
  if (!isQuery && message.readInt32LE(HEAD) & NO_ANSWER) return;
  const body = Buffer.isBuffer(reply) ? reply : Buffer.from(BSON.serialize(reply));
  // Flags and the kind of the one section; for an old reply also the cursor, the position and the count.
  const before = Buffer.alloc(HEAD + (isQuery ? 20 : 5));
  before.writeInt32LE(before.length + body.length, 0);
  before.writeInt32LE(id, 8);
  before.writeInt32LE(isQuery ? REPLY : MESSAGE, 12);
  if (isQuery) before.writeInt32LE(1, HEAD + 16);
  socket.cork();
  socket.write(before);
  socket.write(body);
  socket.uncork();
}

function readQuery(message: Buffer): Request {
  const at = message.indexOf(0, HEAD + 4) + 1 + 8;
  return { command: read(message, at), bytes: [] };
}

function readMessage(message: Buffer): Request {
  const end = message.length - (message.readInt32LE(HEAD) & WITH_CHECKSUM ? 4 : 0);
  const lists: Doc = {};
  const bytes: Uint8Array[] = [];
  let command: Doc = {};
  for (let at = HEAD + 4; at < end;) {
    const section = message[at++];
    const size = message.readInt32LE(at);
    if (section === 0) command = read(message, at);
    else {
      const nameEnd = message.indexOf(0, at + 4);
      const list: Doc[] = [];
      for (let one = nameEnd + 1; one < at + size; one += message.readInt32LE(one)) {
        list.push(read(message, one));
        bytes.push(message.subarray(one, one + message.readInt32LE(one)));
      }
      lists[message.toString("utf8", at + 4, nameEnd)] = list;
    }
    at += size;
  }
  return { command: { ...command, ...lists }, bytes };
}

const read = (message: Buffer, at: number): Doc =>
  BSON.deserialize(message.subarray(at, at + message.readInt32LE(at))) as Doc;

/** The response of a cursor, built by hand so that rows are not parsed and serialized again. */
export function cursorReply(
  list: "firstBatch" | "nextBatch",
  id: bigint,
  namespace: string,
  rows: readonly Uint8Array[],
): Buffer {
  const array = document(rows.flatMap((row, at) => [name(0x03, String(at)), row]));
  const cursor = document([name(0x04, list), array, name(0x12, "id"), int64(id), name(0x02, "ns"), text(namespace)]);
  return document([name(0x03, "cursor"), cursor, name(0x01, "ok"), OK]);
}

const OK = Buffer.alloc(8);
OK.writeDoubleLE(1);

function document(parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 5);
  const whole = Buffer.allocUnsafe(length);
  whole.writeInt32LE(length, 0);
  let at = 4;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  whole[at] = 0;
  return whole;
}

const names = new Map<string, Buffer>();
function name(type: number, word: string): Buffer {
  const key = `${type} ${word}`;
  let known = names.get(key);
  if (!known) names.set(key, (known = Buffer.from(`${String.fromCharCode(type)}${word}\0`)));
  return known;
}

function int64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(`\0\0\0\0${value}\0`);
  bytes.writeInt32LE(bytes.length - 4, 0);
  return bytes;
}
