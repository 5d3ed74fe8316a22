import { expect } from "chai";
import type { Endpoint } from "#api/http/endpoint.js";
import { successCode } from "#api/http/envelope.js";
import { endpoints } from "#api/routes.js";
import { EVERYONES_PERMISSIONS } from "#shared/domains/operator/index.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { call, stranger, type Reply } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const wrapped = endpoints.filter(({ reply }) => reply === "envelope");
const pathOf = ({ path }: Endpoint): string => path.replace(/[:*]\w+/g, "1");
const nameOf = ({ method, path }: Endpoint): string => `${method.toUpperCase()} ${path}`;
/** With `{}` where a JSON body belongs; a form's first refusals come before its body is looked at. */
const ask = (endpoint: Endpoint, token: string | undefined, headers: Record<string, string> = {}): Promise<Reply> =>
  call(
    endpoint.method.toUpperCase() as Parameters<typeof call>[0],
    pathOf(endpoint),
    endpoint.body === "json" ? {} : undefined,
    { token, headers },
  );

/** What is wrong with the wrapper of an answer; nothing when it is as it should be. */
function faultsOf({ status, headers, text }: Reply): string[] {
  if (headers.get("content-type") !== "application/json; charset=utf-8") return [`type ${headers.get("content-type")}`];
  const body = JSON.parse(text) as Record<string, unknown>;
  const { code, msg } = body;
  return [
    ...(Object.keys(body).sort().join() === "code,data,msg" ? [] : [`fields ${Object.keys(body).join()}`]),
    ...(Number.isInteger(code) ? [] : [`code ${String(code)}`]),
    ...(typeof msg === "string" ? [] : [`msg ${String(msg)}`]),
    ...(status === 200 || status === code ? [] : [`status ${status}, code ${String(code)}`]),
    ...(headers.get("x-request-id") ? [] : ["no x-request-id"]),
  ];
}

/** A refusal's: its status is its code, its data false where success is Boolean and null elsewhere, and it has a text. */
function refusalFaults(endpoint: Endpoint, reply: Reply, status: number): string[] {
  return [
    ...faultsOf(reply),
    ...(reply.status === status ? [] : [`status ${reply.status} instead of ${status}`]),
    ...(reply.data === endpoint.failureData ? [] : [`data ${JSON.stringify(reply.data)}`]),
    ...(reply.msg === "" ? ["no msg"] : []),
  ];
}

async function faultsOfAll(
  asked: readonly Endpoint[],
  faults: (endpoint: Endpoint) => Promise<string[]>,
): Promise<string[]> {
  const told: string[] = [];
  for (const endpoint of asked) told.push(...(await faults(endpoint)).map((fault) => `${nameOf(endpoint)}: ${fault}`));
  return told;
}

describe("release 3.2.0: unified response wrapper", function () {
  let member: string;
  let operator: string;
  before(async () => {
    await startService();
    member = (await buildMember()).token;
    operator = (await buildOperator(["*"])).token;
  });
  const isOpen = ({ access }: Endpoint): boolean => access.kind === "open" || access.kind === "memberIfSignedIn";
  const tokenFor = ({ access }: Endpoint): string | undefined =>
    access.kind === "operator" ? operator : access.kind === "open" ? undefined : member;

  it("there is a wrapper around all but files, pages and what providers send", () => {
    expect(wrapped.length).to.be.greaterThan(300);
    expect(wrapped.filter(({ path }) => path.startsWith("/callback/")).map(nameOf)).to.deep.equal([]);
  });

  it("around 401, wherever a stranger may not go", async () => {
    const closed = wrapped.filter((endpoint) => !isOpen(endpoint));
    expect(closed.length).to.be.greaterThan(200);
    expect(
      await faultsOfAll(closed, async (endpoint) => refusalFaults(endpoint, await ask(endpoint, undefined), 401)),
    ).to.deep.equal([]);
  });

  it("around 401 for a token of the wrong kind, and 403 without the permission", async () => {
    const nobody = (await buildOperator([])).token;
    const kinds = ({ access }: Endpoint): [string, number][] => {
      if (access.kind !== "operator") return [[operator, 401]];
      const isEveryones = EVERYONES_PERMISSIONS.includes(access.permission);
      const without: [string, number][] = isEveryones ? [] : [[nobody, 403]];
      return [[member, 401], ...without];
    };
    const told = await faultsOfAll(
      wrapped.filter((endpoint) => !isOpen(endpoint)),
      async (endpoint) => {
        const faults: string[] = [];
        for (const [token, status] of kinds(endpoint))
          faults.push(...refusalFaults(endpoint, await ask(endpoint, token), status));
        return faults;
      },
    );
    expect(told).to.deep.equal([]);
  });

  it("around 400, on every path, for whoever may call it", async () => {
    const told = await faultsOfAll(wrapped, async (endpoint) => {
      const reply = await ask(endpoint, tokenFor(endpoint), { terminal: "7" });
      const named = reply.msg.startsWith("terminal:") ? [] : [`msg ${reply.msg}`];
      return [...refusalFaults(endpoint, reply, 400), ...named];
    });
    expect(told).to.deep.equal([]);
  });

  it("around 400 for a body that is no JSON, and 413 for one without end", async () => {
    const posts = wrapped.filter(({ body, method }) => body === "json" && method === "post");
    const told = await faultsOfAll(posts, async (endpoint) => {
      const reply = await call("POST", pathOf(endpoint), '{"id":', { token: tokenFor(endpoint) });
      return refusalFaults(endpoint, reply, 400);
    });
    expect(told).to.deep.equal([]);
    const huge = await stranger.post("/app-api/website/about/message", { message: "x".repeat(1_200_000) });
    expect([huge.status, huge.code, huge.data, faultsOf(huge)]).to.deep.equal([413, 413, false, []]);
  });

  it("around 404 and 405", async () => {
    for (const path of ["/app-api/nothing", "/admin-api/system/user/nothing", "/api/x", "/member/x"]) {
      const reply = await stranger.get(path);
      expect([reply.status, reply.code, reply.data, faultsOf(reply)], path).to.deep.equal([404, 404, null, []]);
    }
    for (const path of ["/app-api/website/home/data", "/api/solution/list", "/api/solution/1"]) {
      const reply = await stranger.post(path, {});
      expect([reply.status, reply.code, reply.data, faultsOf(reply)], path).to.deep.equal([405, 405, null, []]);
      expect(reply.headers.get("allow")).to.include("GET").and.not.include("POST");
    }
    expect((await stranger.put("/app-api/member/auth/logout")).status).to.equal(405);
    const { url } = await startService();
    const asked = await fetch(`${url}/app-api/website/home/data`, { method: "OPTIONS" });
    expect([asked.status, asked.headers.get("allow")]).to.deep.equal([204, "HEAD, GET"]);
  });

  it("around business refusals, as HTTP 200", async () => {
    for (const [path, code] of [
      ["/app-api/website/product/999999999", 1017001000],
      ["/api/solution/999999999", 1017002000],
      ["/app-api/website/source/999999999/download", 1017004000],
    ] as const) {
      const reply = await stranger.get(path);
      expect([reply.status, reply.code, reply.data, faultsOf(reply)], path).to.deep.equal([200, code, null, []]);
      expect(reply.msg).not.to.equal("");
    }
  });

  it("around success: the path's own code, an empty msg, and no field beside the three", async () => {
    const reads = wrapped.filter(({ method, path }) => method === "get" && !/[:*]/.test(path));
    let succeeded = 0;
    const told = await faultsOfAll(reads, async (endpoint) => {
      const reply = await ask(endpoint, tokenFor(endpoint));
      if (reply.code !== successCode(endpoint.path) || reply.status !== 200) return faultsOf(reply);
      succeeded++;
      return [...faultsOf(reply), ...(reply.msg === "" ? [] : [`msg ${reply.msg}`])];
    });
    expect(told).to.deep.equal([]);
    expect(succeeded).to.be.greaterThan(60);
  });
});
