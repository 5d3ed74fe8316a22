import { freePort } from "#scripts/deployment/services.js";
import { spawn, type ChildProcess } from "node:child_process";
import { resolve } from "node:path";
import { expect } from "chai";
import { MessageModel } from "#shared/domains/website/index.js";
import { config } from "#shared/kernel/config/config.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { fresh } from "#test/factories/website.js";
import { mailsOf } from "#test/mail/support.js";
import { fromSources } from "#test/support/fromSources.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const root = resolve(import.meta.dirname, "../..");

/** An API of the same stores and queues, with production's settings and 127.0.0.1 as its balancer. */
function startApi(port: number, more: Record<string, string> = {}): { child: ChildProcess; told: () => string } {
  // The providers are where they are: an API never calls them.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:SANDBOX|SOCIAL_OPEN|LIVE_API|NUONUO_TOKEN|\w+_BASE)_URL$/.test(name),
    ),
  );
  const node = fromSources("api/index.ts");
  const settings = {
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(port),
    OPS_PORT: "0",
    PUBLIC_URL: "https://shop.example",
    TRUSTED_PROXIES: "127.0.0.1/32",
    LOG_LEVEL: "fatal",
  };
  const child = spawn(process.execPath, node, { cwd: root, env: { ...env, ...settings, ...more } });
  let text = "";
  child.stdout.on("data", (part: Buffer) => (text += part.toString()));
  child.stderr.on("data", (part: Buffer) => (text += part.toString()));
  return { child, told: () => text };
}
const end = (child: ChildProcess): Promise<number | null> =>
  new Promise((done) => (child.exitCode === null ? child.once("exit", done) : done(child.exitCode)));

describe("an API with production's settings", function () {
  let url: string;
  let api: ChildProcess;
  before(async () => {
    await startService();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const { child, told } = startApi(port, { LIMIT_ADDRESS_PER_MINUTE: "6" });
    api = child;
    const answers = async (): Promise<boolean> => {
      if (child.exitCode !== null) throw new Error(`it ended: ${told()}`);
      return (await fetch(`${url}/health`)).ok;
    };
    await eventually("the API answers", answers, 60);
  });
  after(async () => {
    api.kill("SIGTERM");
    expect(await end(api)).to.equal(0);
  });

  interface Answer {
    status: number;
    code: number;
    data: unknown;
    retryAfter: number;
  }
  async function post(path: string, body: object, from = "203.0.113.9"): Promise<Answer> {
    const reply = await fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json", terminal: "20", "x-forwarded-for": from },
      body: JSON.stringify(body),
    });
    const { code, data } = (await reply.json()) as { code: number; data: unknown };
    return { status: reply.status, code, data, retryAfter: Number(reply.headers.get("retry-after")) };
  }

  it("release 3.2.1: a developer-login endpoint is blocked in production: 404, as any unknown path", async () => {
    const mobile = freshMobile();
    const blocked = await post("/app-api/member/auth/dev-login", { mobile });
    expect(blocked).to.include({ status: 404, code: 404, data: null });
    expect(await post("/app-api/member/auth/no-such-login", { mobile })).to.deep.equal(blocked);
    const login = await post("/app-api/member/auth/login", { mobile, password: "wrong-one" });
    expect([login.status, login.code > 1_000_000]).to.deep.equal([200, true]);
    const { token } = await buildOperator([]);
    const document = await fetch(`${url}/openapi.json`, { headers: { authorization: `Bearer ${token}` } });
    expect(document.status).to.equal(200);
    expect(await document.text()).not.to.include("dev-login");
  });

  it("takes five messages to the company an hour from an address; a form with a mistake costs none", async () => {
    const subject = fresh("合作");
    const leave = (from: string, more: object = {}): Promise<Answer> =>
      post(
        "/app-api/website/about/message",
        { name: "王", email: "w@example.com", subject, message: "您好", ...more },
        from,
      );
    const [first, second] = ["203.0.113.51", "203.0.113.52"];
    for (let turn = 0; turn < 6; turn++) expect((await leave(first, { email: "none" })).status).to.equal(400);
    const told = await Promise.all(Array.from({ length: 8 }, () => leave(first)));
    expect(told.filter(({ code, data }) => code === 0 && data === true)).to.have.length(5);
    for (const refused of told.filter(({ status }) => status !== 200)) {
      expect(refused).to.include({ status: 429, code: 429, data: false });
      expect(refused.retryAfter).to.be.within(3_500, 3_600);
    }
    expect((await leave(second)).data).to.equal(true);
    expect(await MessageModel.countDocuments({ subject })).to.equal(6);
    await runJobs();
    const to = config.OPERATORS_MAIL;
    expect(to.length).to.be.greaterThan(0);
    const mails = (await mailsOf(to[0]!)).filter(({ subject: of }) => of.includes(subject));
    expect(mails.map(({ copies }) => copies)).to.deep.equal(Array(6).fill(1));
  });

  const statusOf = async (path: string, from: string, headers: Record<string, string> = {}): Promise<number> => {
    const reply = await fetch(url + path, { redirect: "manual", headers: { "x-forwarded-for": from, ...headers } });
    await reply.arrayBuffer();
    return reply.status;
  };

  it("shows its documents to signed-in operators alone; a reader of the page is sent to sign in", async () => {
    const from = "203.0.113.59";
    const { token } = await buildOperator([]);
    const { token: memberToken } = await buildMember();
    const paths = ["/openapi.json", "/openapi.json?part=members", "/docs/", "/docs/swagger-ui.css"];
    for (const path of paths) {
      const wanted = path === "/docs/" ? 302 : 401;
      expect(await statusOf(path, from), path).to.equal(wanted);
      expect(await statusOf(path, from, { authorization: `Bearer ${memberToken}` }), path).to.equal(wanted);
      expect(await statusOf(path, from, { authorization: `Bearer ${token}` }), path).to.equal(200);
    }
    const shown = await fetch(`${url}/openapi.json`, { headers: { authorization: `Bearer ${token}` } });
    expect(shown.headers.get("cache-control")).to.equal("private, no-cache");
    await shown.text();
  });

  it("every path counts for its address, or its /64; whether the service lives is never refused", async () => {
    const everything = [
      "/nothing-here",
      "/console",
      "/console/assets/none.js",
      "/docs/",
      "/openapi.json",
      "/metrics",
      "/queues/sign-in",
      "/app-api/member/user/get",
      "/app-api/website/solution/1",
      "/media/none",
    ];
    for (const [from, same, other] of [
      ["203.0.113.60", "203.0.113.60", "203.0.113.61"],
      ["2001:db8:1:2::1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:3::1"],
    ] as const) {
      for (let turn = 0; turn < 6; turn++)
        for (const path of everything) expect(await statusOf(path, from), path).not.to.equal(429);
      for (const path of everything) expect(await statusOf(path, same), path).to.equal(429);
      for (const path of everything) expect(await statusOf(path, other), path).not.to.equal(429);
      for (const path of ["/health", "/health/ready"]) expect(await statusOf(path, same), path).not.to.equal(429);
    }
  });

  it("production with the sandbox beside it does not start at all", async () => {
    const { child, told } = startApi(0, { SANDBOX_URL: "http://127.0.0.1:1" });
    expect(await end(child)).to.equal(1);
    expect(told()).to.include("SANDBOX_URL: the sandbox has no place in production");
  });
});
