import type { Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { expect } from "chai";
import { makeApp } from "#api/app.js";
import { makeServer } from "#api/http/server.js";
import { config } from "#shared/kernel/config/config.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";

describe("connections that are held for nothing are closed", () => {
  const { SOCKET_IDLE_SECONDS, MAX_CONNECTIONS } = config;
  let server: Server;
  let port: number;
  const sockets: Socket[] = [];
  before(startService);
  beforeEach(async () => {
    Object.assign(config, { SOCKET_IDLE_SECONDS: 1, MAX_CONNECTIONS: 3 });
    server = makeServer(makeApp().callback());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(async () => {
    Object.assign(config, { SOCKET_IDLE_SECONDS, MAX_CONNECTIONS });
    for (const socket of sockets.splice(0)) socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const open = async (): Promise<Socket> => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    sockets.push(socket);
    await new Promise((resolve) => socket.once("connect", resolve));
    return socket;
  };
  const held = (): Promise<number> =>
    new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));

  it("one whose client asks and asks and never reads an answer", async () => {
    const socket = await open();
    socket.pause();
    for (let count = 0; count < 40; count++) socket.write("GET /openapi.json HTTP/1.1\r\nhost: shop\r\n\r\n");
    await eventually("it is there", async () => (await held()) === 1);
    await eventually("it is gone", async () => (await held()) === 0, 20);
  });

  it("one whose client never says what it wants", async () => {
    (await open()).write("GET / HT");
    await eventually("it is gone", async () => (await held()) === 0, 20);
  });

  it("those beyond what a process holds, at once", async () => {
    const kept = [await open(), await open(), await open()];
    const closed = open().then((socket) => new Promise((resolve) => socket.once("close", resolve)));
    await closed;
    expect(kept.every((socket) => !socket.destroyed)).to.equal(true);
  });
});
