import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, type Server as NetServer, type Socket } from "node:net";
import { deliverNotify } from "#shared/domains/pay/worker.js";
import { hostOf } from "#shared/kernel/webhooks/notifyHost.js";
import { NotifyTaskModel, NotifyTryModel, type NotifyTaskDoc } from "#shared/domains/pay/notify/notifyTask.model.js";
import { NotifyHostModel, type DeliveryTryDoc } from "#shared/kernel/webhooks/delivery.model.js";
import { clock, heldClock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";

interface Hit {
  method: string;
  headers: IncomingMessage["headers"];
  body: string;
}
interface Receiver {
  url: string;
  hits: Hit[];
  open: Set<Socket>;
  /** Bytes that left it, over all its connections. */
  sent: () => number;
}

const running: (Server | NetServer)[] = [];
const sockets = new Set<Socket>();

/** A merchant's server on a port of its own, which answers as told. */
export async function receiver(answer: (response: ServerResponse, hit: Hit) => void): Promise<Receiver> {
  const hits: Hit[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const hit = { method: request.method!, headers: request.headers, body };
      hits.push(hit);
      answer(response, hit);
    });
    response.on("error", () => undefined);
  });
  return listen(server, hits);
}

export async function listen(server: Server | NetServer, hits: Hit[] = []): Promise<Receiver> {
  const open = new Set<Socket>();
  let gone = 0;
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    open.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      gone += socket.bytesWritten;
      open.delete(socket);
      sockets.delete(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  running.push(server);
  const sent = (): number => [...open].reduce((sum, { bytesWritten }) => sum + bytesWritten, gone);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, hits, open, sent };
}

/** A delivery to that address, its first try not made yet. */
export async function buildTask(url: string, overrides: Partial<NotifyTaskDoc> = {}): Promise<number> {
  const _id = await nextId("notifyTasks");
  await NotifyTaskModel.create([
    {
      _id,
      type: "pay.order.paid",
      appId: 1,
      payOrderId: 900_000_000 + _id,
      merchantOrderId: `receiver-${_id}`,
      url,
      host: hostOf(url),
      body: JSON.stringify({ id: `msg_${_id}`, type: "pay.order.paid", createdAt: clock.ms(), data: {} }),
      status: 0,
      nextTryAt: clock.now(),
      ...overrides,
    },
  ]);
  return _id;
}
export const taskOf = async (id: number): Promise<NotifyTaskDoc> =>
  (await NotifyTaskModel.findById(id).lean<NotifyTaskDoc>())!;
export const triesOf = (notifyId: number): Promise<DeliveryTryDoc[]> =>
  NotifyTryModel.find({ notifyId }).sort({ tryNumber: 1 }).lean<DeliveryTryDoc[]>().exec();
export const hostRow = (url: string) => NotifyHostModel.findById(hostOf(url)).lean();

/** Makes the first try at once; answers the task and the try. */
export async function tell(url: string): Promise<{ task: NotifyTaskDoc; made: DeliveryTryDoc }> {
  const id = await buildTask(url);
  await deliverNotify(id, 1);
  return { task: await taskOf(id), made: (await triesOf(id))[0]! };
}

/** After each test of receivers: nothing of it stands in another's line. */
export async function forgetReceivers(): Promise<void> {
  heldClock.release();
  await NotifyTaskModel.deleteMany({ merchantOrderId: /^receiver-/ });
  await NotifyHostModel.deleteMany({});
}

/** After the last one. */
export function closeReceivers(): void {
  for (const socket of sockets) socket.destroy();
  for (const server of running) server.close();
}
