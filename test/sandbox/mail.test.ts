import { createServer, type AddressInfo } from "node:net";
import { expect } from "chai";
import { createTransport } from "nodemailer";
import { makeSandbox } from "#scripts/sandbox/app.js";
import { newDataDir, removeDataDir, startSandbox, stopSandbox, type TestSandbox } from "./support.js";

describe("sandbox: mail", () => {
  let sandbox: TestSandbox;
  beforeEach(async () => {
    sandbox = await startSandbox();
  });
  afterEach(() => stopSandbox(sandbox));

  const send = (mail: object, url = sandbox.env["SMTP_URL"]!) =>
    createTransport(url).sendMail({ from: "shop@shop.example", text: "hello", messageId: "<1@shop.example>", ...mail });

  it("keeps a mail for each receiver, newest first, found without case; clearing forgets them", async () => {
    await send({ to: ["A@example.com", "b+c@example.com"], subject: "one" });
    await send({ to: "a@example.com", subject: "two", messageId: "<2@shop.example>" });
    const { body: all } = await sandbox.control<{ to: string }[]>("GET", "/sandbox/mails");
    expect(all.map(({ to }) => to)).to.deep.equal(["a@example.com", "b+c@example.com", "A@example.com"]);
    const { body: hers } = await sandbox.control<{ subject: string }[]>("GET", "/sandbox/mails?to=a@EXAMPLE.com");
    expect(hers.map(({ subject }) => subject)).to.deep.equal(["two", "one"]);
    expect((await sandbox.control<unknown[]>("GET", "/sandbox/mails?to=b+c@example.com")).body).to.have.length(1);
    await sandbox.control("DELETE", "/sandbox/state");
    expect((await sandbox.control("GET", "/sandbox/mails")).body).to.deep.equal([]);
  });

  it("wants its password, and shows people what came", async () => {
    const refused = await send({ to: "a@example.com" }, sandbox.env["SMTP_URL"]!.replace(/:[^:@]+@/, ":other@")).then(
      () => undefined,
      (error: { responseCode: number }) => error.responseCode,
    );
    expect(refused).to.equal(535);
    await send({ to: "a@example.com", subject: "<b>bold</b>", text: "see https://shop.example/x?a=1&b=2" });
    const { body } = await sandbox.control<{ mails: string }>("GET", "/sandbox/page");
    expect(body.mails).to.include("&lt;b&gt;bold").and.include('href="https://shop.example/x?a=1&amp;b=2"');
    expect(body.mails).not.to.include("<b>bold");
  });

  it("a taken port is named by its number, and the other port is free again", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port: smtpPort } = taken.address() as AddressInfo;
    const dataDir = await newDataDir();
    const other = await makeSandbox({ dataDir, keys: sandbox.keys });
    const { port } = sandbox;
    await stopSandbox(sandbox);
    const error = await other.listen(port, "127.0.0.1", smtpPort).then(
      () => undefined,
      (reason: { code: string; port: number }) => reason,
    );
    expect(error).to.include({ code: "EADDRINUSE", port: smtpPort });
    taken.close();
    const again = await (await makeSandbox({ dataDir, keys: sandbox.keys })).listen(port, "127.0.0.1", 0);
    await again.close();
    await removeDataDir(dataDir);
    sandbox = await startSandbox();
  });
});
