import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { providerGroups, providerNames, type ProviderGroup } from "#shared/kernel/config/providerGroups.js";
import { program as aProgram, runToEnd, type Program } from "#scripts/deployment/program.js";
import { freePorts } from "#scripts/deployment/services.js";
import { eventually } from "#test/support/eventually.js";
import { fromSources } from "#test/support/fromSources.js";
import { NOT_OFFERED } from "./support.js";

const PASSWORD = "kT7wq2ZpXa9c";

/** The smallest shop as its real processes: production, with keys of WeChat Pay and SMS, and of nothing else. */
describe("a shop of WeChat Pay and SMS alone, in production", function () {
  this.timeout(180_000);
  const programs: Program[] = [];
  let url: string;
  let token: string;

  const stores = (): Record<string, string> => {
    const mongodb = new URL(process.env["MONGODB_URI"]!);
    mongodb.pathname = `${mongodb.pathname}-small`;
    const { REDIS_URL, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, DATA_DIR } = process.env as Record<string, string>;
    return {
      MONGODB_URI: mongodb.href,
      REDIS_URL: REDIS_URL!,
      BULL_PREFIX: `small-${process.pid}`,
      S3_ENDPOINT: S3_ENDPOINT!,
      S3_ACCESS_KEY: S3_ACCESS_KEY!,
      S3_SECRET_KEY: S3_SECRET_KEY!,
      DATA_DIR: DATA_DIR!,
    };
  };
  const keysOf = (...groups: ProviderGroup[]): Record<string, string> =>
    Object.fromEntries(
      groups.flatMap((group) => providerGroups[group].needs).map((name) => [name, "given-for-a-test"]),
    );
  const call = async (method: string, path: string, body?: object) => {
    const reply = await fetch(url + path, {
      method,
      redirect: "manual",
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await reply.text();
    const isJson = reply.headers.get("content-type")?.includes("json");
    return { status: reply.status, text, location: reply.headers.get("location"), ...(isJson ? JSON.parse(text) : {}) };
  };

  before(async () => {
    const [port, opsPort, workerOps, cronOps] = (await freePorts(4)) as [number, number, number, number];
    url = `http://127.0.0.1:${port}`;
    const env: Record<string, string> = {
      PATH: process.env["PATH"] ?? "",
      NODE_ENV: "production",
      LOG_LEVEL: "fatal",
      HOST: "127.0.0.1",
      PORT: String(port),
      OPS_PORT: String(opsPort),
      PUBLIC_URL: "https://shop.example",
      HOME_URL: "https://www.shop.example/tea",
      JWT_KEYS: `k1:${randomBytes(32).toString("hex")}`,
      SEAL_KEY: randomBytes(32).toString("hex"),
      OPERATOR_PASSWORD: PASSWORD,
      NEW_OPERATORS_CHANGE_PASSWORD: "false",
      ...stores(),
      ...keysOf("wechatpay", "sms"),
    };
    for (const script of ["scripts/migrate/index.ts", "scripts/setup/index.ts"]) {
      const { code, output } = await runToEnd(fromSources(script), env);
      expect(code, output).to.equal(0);
    }
    // Its queues of providers that are off have no worker.
    const queues = "--queues=money,orders,notify,sms,invoice,website,maintenance,control";
    programs.push(
      aProgram(fromSources("api/index.ts"), env, { url }),
      aProgram([...fromSources("workers/index.ts"), queues], { ...env, OPS_PORT: String(workerOps) }),
      aProgram(fromSources("workers/cron.ts"), { ...env, OPS_PORT: String(cronOps) }),
    );
    await Promise.all(programs.map((one) => one.start()));
  });
  after(async () => {
    await Promise.all(programs.map((one) => one.stop()));
  });

  it("is ready, with cron and without workers for what is off", async () => {
    await eventually(
      "it is ready",
      async () => {
        const { status, ready, cron } = await call("GET", "/health/ready");
        return ready && cron && status === "ok";
      },
      60,
    );
  });

  it("says what is on, and refuses what is off", async () => {
    const login = await call("POST", "/admin-api/system/auth/login", { username: "operator", password: PASSWORD });
    token = login.data.accessToken;
    const { data } = await call("GET", "/admin-api/infra/config/list");
    const on = (data as { name: string; value: string }[])
      .filter(({ name, value }) => name.startsWith("provider ") && value === "on")
      .map(({ name }) => name.slice("provider ".length));
    expect(on).to.deep.equal(providerNames.filter((name) => name === "wechatpay" || name === "sms"));
    for (const path of [
      "cloudlive/live-room/page",
      "cloudvod/vod/page",
      "trade/order/get-express-track-list?orderId=1",
    ])
      expect((await call("GET", `/admin-api/${path}`)).code, path).to.equal(NOT_OFFERED);
    const schedules = await call("GET", "/admin-api/infra/job/page?pageSize=100");
    const names = (schedules.data.list as { name: string }[]).map(({ name }) => name);
    expect(names).to.include("pay.refreshCertificates");
    expect(names.filter((name) => /^(?:chat|live|video|social)\.|Parcels$/.test(name))).to.deep.equal([]);
  });

  it("leads from / to the address that its operators chose, and shows nothing of itself", async () => {
    expect(await call("GET", "/")).to.include({ status: 302, location: "https://www.shop.example/tea" });
    token = "";
    expect(await call("GET", "/docs")).to.include({ status: 302, location: "/console" });
  });
});
