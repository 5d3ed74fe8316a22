import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { startSandbox, stopSandbox, type TestSandbox } from "./support.js";

interface Played {
  scan: { status: number; title: string };
  authorizeUrl: string | null;
  callbackUrl: string | null;
  deliveries: { status: number; title: string; error?: string }[];
}

/** A shop that knows nothing but where a scan leads to, and counts who comes back. */
describe("sandbox: the phone before a QR code", () => {
  let sandbox: TestSandbox;
  let shop: Server;
  let shopUrl: string;
  let came: { path: string; agent: string }[];
  before(async () => {
    shop = createServer((request, response) => {
      const url = new URL(request.url ?? "/", shopUrl);
      came.push({ path: request.url ?? "", agent: request.headers["user-agent"] ?? "" });
      if (!url.pathname.endsWith("/scan")) return void response.end("<h1>Back again</h1>");
      if (url.searchParams.get("state") === "old") return void response.writeHead(410).end("<h1>Too late</h1>");
      const page = new URLSearchParams({
        appid: sandbox.keys.social.official.appId,
        redirect_uri: `${shopUrl}/app-api/website/auth/callback`,
        response_type: "code",
        scope: "snsapi_userinfo",
        state: url.searchParams.get("state") ?? "",
      });
      const location = `${sandbox.env["SOCIAL_OPEN_URL"]}/connect/oauth2/authorize?${page.toString()}`;
      response.writeHead(302, { location }).end();
    });
    await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
    shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    sandbox = await startSandbox({ shopUrl });
  });
  after(async () => {
    shop.closeAllConnections();
    shop.close();
    await stopSandbox(sandbox);
  });
  beforeEach(() => (came = []));

  const play = async (state: string, act: string, body: object = {}): Promise<Played> => {
    const answer = await sandbox.control<Played>("POST", `/sandbox/social/qr/${state}/${act}`, body);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body;
  };

  it("scan opens the shop's address once, as the provider's app does", async () => {
    const { scan, authorizeUrl } = await play("abc", "scan");
    expect(scan.status).to.equal(302);
    expect(authorizeUrl).to.contain("/connect/oauth2/authorize?");
    expect(came.map(({ path }) => path)).to.deep.equal(["/app-api/website/auth/scan?state=abc"]);
    expect(came[0]!.agent).to.contain("MicroMessenger");
  });

  it("confirm scans when that was not done, and comes back with one code as often as it is confirmed", async () => {
    const { body: person } = await sandbox.control<{ openid: string }>("POST", "/sandbox/social/users", {});
    const { deliveries, callbackUrl } = await play("def", "confirm", { openid: person.openid, times: 3 });
    expect(deliveries.map(({ status, title }) => [status, title])).to.deep.equal(
      Array.from({ length: 3 }, () => [200, "Back again"]),
    );
    expect(new URL(callbackUrl!).searchParams.get("code")).to.match(/^[0-9a-f]{32}$/);
    expect(came).to.have.length(4);
    expect(new Set(came.slice(1).map(({ path }) => path)).size).to.equal(1);
  });

  it("cancel comes back with the state alone", async () => {
    const { callbackUrl } = await play("ghi", "cancel");
    expect([...new URL(callbackUrl!).searchParams.keys()]).to.deep.equal(["state"]);
  });

  it("shows the shop's response when it leads nowhere; a person who is not there is 404", async () => {
    expect(await play("old", "confirm")).to.deep.include({ authorizeUrl: null, callbackUrl: null, deliveries: [] });
    expect((await play("old", "scan")).scan).to.include({ status: 410, title: "Too late" });
    const unknown = await sandbox.control("POST", "/sandbox/social/qr/abc/confirm", { openid: "nobody" });
    expect(unknown.status).to.equal(404);
    const away = await play("jkl", "scan", { qrcodeUrl: "http://127.0.0.1:1/x" });
    expect(away.scan).to.include({ status: 0 });
  });
});
