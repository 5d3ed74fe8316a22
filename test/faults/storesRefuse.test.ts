import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "chai";
import { endpoints } from "#api/routes.js";
import { freePort } from "#scripts/deployment/services.js";
import { config } from "#shared/kernel/config/config.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { eventually } from "#test/support/eventually.js";
import { fromSources } from "#test/support/fromSources.js";
import { startService } from "#test/support/service.js";
import { makeWay, type Way } from "./way.js";

/** Bodies of what needs no sign-in, so that it gets as far as a store. */
const bodies: Record<string, object> = {
  "dev-login": { mobile: freshMobile() },
  login: { mobile: freshMobile(), password: "of nobody" },
  "sms-login": { mobile: freshMobile(), code: "0000" },
  "send-sms-code": { mobile: freshMobile(), scene: 1 },
  "validate-sms-code": { mobile: freshMobile(), scene: 1, code: "0000" },
  "refresh-token": { refreshToken: "r".repeat(40) },
};
const TOGETHER = 100;
const MEASURED_AT_MS = 4_400;

describe("an API whose stores refuse every connection", function () {
  const ways: Way[] = [];
  let api: ChildProcess;
  let url: string;

  async function wayTo(address: string): Promise<string> {
    const there = new URL(address);
    const way = await makeWay({ host: there.hostname, port: Number(there.port) });
    await way.open();
    ways.push(way);
    there.port = String(way.port);
    return there.href;
  }
  before(async () => {
    await startService();
    const [mongo, redis, port] = [await wayTo(config.MONGODB_URI), await wayTo(config.REDIS_URL), await freePort()];
    const stores = { MONGODB_URI: mongo, REDIS_URL: redis, REDIS_CACHE_URL: redis, REDIS_VOLATILE_URL: redis };
    api = spawn(process.execPath, fromSources("api/index.ts"), {
      cwd: resolve(import.meta.dirname, "../.."),
      env: { ...process.env, ...stores, PORT: String(port), OPS_PORT: "0" },
      stdio: "ignore",
    });
    url = `http://127.0.0.1:${port}`;
    const answers = async (): Promise<boolean> => {
      if (api.exitCode !== null) throw new Error(`the API ended: ${api.exitCode}`);
      return (await fetch(`${url}/health`)).ok;
    };
    await eventually("the API answers", answers, 60);
  });
  after(async () => {
    if (api?.exitCode === null) {
      api.kill("SIGKILL");
      await once(api, "exit");
    }
    for (const way of ways) await way.close();
  });

  it("answers every route within 5 s, as far as this machine lets it: refused by name, or what needs no store", async () => {
    const { token: member } = await buildMember();
    const { token: operator } = await buildOperator(["*"]);
    for (const way of ways) await way.close();
    const slow: string[] = [];
    const strange: string[] = [];
    // How late this machine is beside the same work: a timer here, and an answer of the API that needs no store.
    let lateMs = 0;
    let took: [route: string, ms: number][] = [];
    const ask = async ({ method, path }: (typeof endpoints)[number]): Promise<void> => {
      const begun = performance.now();
      const measuredAt = async (ms: number): Promise<number> => {
        if (ms > 0) await pause(ms);
        await (await fetch(`${url}/health`)).text();
        return performance.now() - begun - ms;
      };
      // At both ends, as what waits at the door waits twice.
      const beside = Promise.all([measuredAt(0), measuredAt(MEASURED_AT_MS)]).then(([begin, end]) => {
        lateMs = Math.max(lateMs, begin + end);
      });
      const answer = await fetch(url + path.replace(/:\w+|\*\w*/g, "1"), {
        method: method.toUpperCase(),
        redirect: "manual",
        headers: {
          authorization: `Bearer ${path.startsWith("/admin-api") ? operator : member}`,
          ...(method === "post" || method === "put" ? { "content-type": "application/json" } : {}),
        },
        ...(method === "post" || method === "put"
          ? { body: JSON.stringify(bodies[path.slice(path.lastIndexOf("/") + 1)] ?? {}) }
          : {}),
      });
      await answer.text();
      const ms = performance.now() - begun;
      await beside;
      took.push([`${method} ${path}`, ms]);
      if (answer.status === 500) strange.push(`${method} ${path}: 500`);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    };
    const statuses = new Map<number, number>();
    for (let at = 0; at < endpoints.length; at += TOGETHER) {
      [lateMs, took] = [0, []];
      await Promise.all(endpoints.slice(at, at + TOGETHER).map(ask));
      for (const [route, ms] of took) if (ms > 5_000 + lateMs) slow.push(`${route}: ${Math.round(ms)} ms`);
    }
    expect({ slow, strange }).to.deep.equal({ slow: [], strange: [] });
    expect(statuses.get(503), JSON.stringify([...statuses])).to.be.greaterThan(endpoints.length / 2);
    for (const way of ways) await way.open();
    await eventually(
      "it is ready again, without a restart",
      async () =>
        (await fetch(`${url}/app-api/member/user/get`, { headers: { authorization: `Bearer ${member}` } })).ok,
      60,
    );
  });
});
