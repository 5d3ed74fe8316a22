import { expect } from "chai";
import { OperatorModel, signOutOperator } from "#shared/domains/operator/index.js";
import { RoleModel } from "#shared/domains/operator/role/role.model.js";
import { invalidatePermissions } from "#shared/domains/operator/role/permissions.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { hashPassword } from "#shared/domains/member/index.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { readBrowserToken } from "#shared/kernel/security/tokens.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { startService } from "#test/support/service.js";

const password = "operate 123";
let url: string;

interface Sent {
  cookie?: string | undefined;
  headers?: Record<string, string>;
  form?: Record<string, string>;
}
/** As a browser asks, on a page of ours unless told otherwise. */
async function ask(method: string, path: string, { cookie, headers = {}, form }: Sent = {}) {
  const response = await fetch(url + path, {
    method,
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin", ...(cookie ? { cookie } : {}), ...headers },
    ...(form ? { body: new URLSearchParams(form) } : {}),
  });
  return {
    status: response.status,
    headers: response.headers,
    location: response.headers.get("location"),
    setCookie: response.headers.get("set-cookie") ?? "",
    text: await response.text(),
  };
}

async function signedIn(permissions: string[]) {
  const built = await buildOperator(permissions, { passwordHash: await hashPassword(password) });
  const { username } = built.operator;
  const reply = await ask("POST", "/queues/sign-in", { form: { username, password, totp: "" } });
  expect(reply.status, reply.text).to.equal(303);
  const cookie = reply.setCookie.split(";")[0]!;
  return { ...built, reply, cookie };
}

describe("the queues' pages", () => {
  before(async () => {
    ({ url } = await startService());
  });
  afterEach(async () => {
    await queueNamed("vod").resume();
  });

  it("strangers are sent to the form; their calls are 401", async () => {
    for (const path of [
      "/queues",
      "/queues/",
      "/queues/queue/notify",
      "/queues/static/js/main.js",
      "/queues/sign-out",
    ]) {
      expect(await ask("GET", path), path).to.include({ status: 302, location: "/queues/sign-in" });
    }
    for (const cookie of [undefined, "shop_operator=x", `shop_operator=${(await buildMember()).token}`]) {
      const reply = await ask("GET", "/queues/api/queues", { cookie });
      expect(reply.status).to.equal(401);
      expect(JSON.parse(reply.text)).to.include({ code: 401, data: null });
      expect(await ask("PUT", "/queues/api/queues/vod/pause", { cookie })).to.include({ status: 401 });
    }
    expect(await queueNamed("vod").isPaused()).to.equal(false);
  });

  it("the form speaks the reader's language and needs no script", async () => {
    const en = await ask("GET", "/queues/sign-in", { headers: { "accept-language": "en" } });
    const zh = await ask("GET", "/queues/sign-in", { headers: { "accept-language": "zh-CN" } });
    expect(en.text).to.include("Sign in").and.include('lang="en"').and.not.include("<script");
    expect(zh.text).to.include("登录").and.include('lang="zh-CN"');
    expect(en.headers.get("cache-control")).to.equal("no-store");
  });

  it("sign-in sets the strict cookie that the console has too", async () => {
    const { reply, cookie } = await signedIn(["infra:queue:read"]);
    expect(reply.location).to.equal("/queues/");
    expect(reply.setCookie).to.match(/^shop_operator=[^;]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/);
    const info = await ask("GET", "/admin-api/system/auth/get-permission-info", { cookie });
    expect(info.status).to.equal(200);
  });

  it("a wrong password says so, keeps the name and no cookie; five of them lock", async () => {
    const { operator } = await buildOperator(["*"], { passwordHash: await hashPassword(password) });
    const form = { username: operator.username, password: "wrong", totp: "" };
    for (let tries = 0; tries < 5; tries++) {
      const reply = await ask("POST", "/queues/sign-in", { form });
      expect(reply).to.include({ status: 401, setCookie: "" });
      expect(reply.text).to.include("User name, password or code is wrong").and.include(operator.username);
    }
    const locked = await ask("POST", "/queues/sign-in", { form: { ...form, password } });
    expect(locked).to.include({ status: 401, setCookie: "" });
    expect(locked.text).to.include("Too many failed sign-ins");
  });

  it("what is typed into the form comes back as text, never as markup", async () => {
    const form = { username: '"><script>alert(1)', password: "x", totp: "12" };
    const reply = await ask("POST", "/queues/sign-in", { form });
    expect(reply.status).to.equal(400);
    expect(reply.text).to.include("&quot;&gt;&lt;script&gt;").and.not.include("<script");
  });

  it("what is missing in the form is said in the reader's language", async () => {
    const form = { username: "", password: "x", totp: "" };
    const en = await ask("POST", "/queues/sign-in", { form, headers: { "accept-language": "en" } });
    expect(en.text).to.include("username: must not be empty");
    const zh = await ask("POST", "/queues/sign-in", { form, headers: { "accept-language": "zh-CN" } });
    expect(zh.text).to.include("username：不能为空");
  });

  it("a form sent from another site signs nobody in or out", async () => {
    const { cookie, operator } = await signedIn(["*"]);
    const form = { username: operator.username, password };
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "", origin: "https://elsewhere.example" },
      { "sec-fetch-site": "", origin: "null" },
      { "sec-fetch-site": "" },
    ]) {
      expect(await ask("POST", "/queues/sign-in", { form, headers })).to.include({ status: 403, setCookie: "" });
      expect(await ask("POST", "/queues/sign-out", { cookie, headers })).to.include({ status: 403, setCookie: "" });
      expect(await ask("PUT", "/queues/api/queues/vod/pause", { cookie, headers })).to.include({ status: 403 });
    }
    expect(await queueNamed("vod").isPaused()).to.equal(false);
    expect(
      await ask("PUT", "/queues/api/queues/vod/pause", { cookie, headers: { "sec-fetch-site": "", origin: url } }),
    ).to.include({ status: 200 });
  });

  it("a reader sees every queue, and may not act", async () => {
    const { cookie, operator } = await signedIn(["infra:queue:read"]);
    const page = await ask("GET", "/queues/", { cookie });
    expect(page.status).to.equal(200);
    expect(page.text).to.include("Queues (read only)").and.not.include("fonts.googleapis.com");
    const { queues } = JSON.parse((await ask("GET", "/queues/api/queues", { cookie })).text) as {
      queues: { name: string; readOnlyMode: boolean }[];
    };
    expect(queues.map(({ name }) => name).sort()).to.deep.equal([...queueNames].sort());
    expect(queues.every(({ readOnlyMode }) => readOnlyMode)).to.equal(true);
    expect(await ask("PUT", "/queues/api/queues/vod/pause", { cookie })).to.include({ status: 403 });
    expect(await OperationLogModel.countDocuments({ operatorId: operator._id })).to.equal(0);
  });

  it("an operator of queues acts, each act is one audit row, a refused one none", async () => {
    const { cookie, operator } = await signedIn(["infra:queue:read", "infra:queue:operate"]);
    expect(await ask("PUT", "/queues/api/queues/vod/pause", { cookie })).to.include({ status: 200 });
    expect(await queueNamed("vod").isPaused()).to.equal(true);
    const job = await queueNamed("vod").add("test.unknown", {}, { delay: 3_600_000 });
    expect((await ask("PUT", `/queues/api/queues/vod/${job.id}/clean`, { cookie })).status).to.equal(403);
    expect((await ask("PUT", `/queues/api/queues/vod/${job.id}/promote`, { cookie })).status).to.be.below(300);
    expect(await (await queueNamed("vod").getJob(job.id!))!.isDelayed()).to.equal(false);
    await job.remove();
    expect((await ask("PUT", "/queues/api/queues/vod/none/retry/failed", { cookie })).status).to.be.least(400);
    const rows = await OperationLogModel.find({ operatorId: operator._id }).sort({ _id: 1 }).lean();
    expect(
      rows.map(({ module, action, bizId, after }) => [module, action, bizId, (after as { act: string }).act]),
    ).to.deep.equal([
      ["infra", "queue.board", "vod", "pause"],
      ["infra", "queue.board", "vod", `${job.id}/promote`],
    ]);
  });

  it("without the right to read there is a page that says so", async () => {
    const { cookie } = await signedIn(["trade:order:query"]);
    const page = await ask("GET", "/queues/", { cookie });
    expect(page.status).to.equal(403);
    expect(page.text).to.include("infra:queue:read").and.include("Sign out");
    expect(await ask("GET", "/queues/api/queues", { cookie })).to.include({ status: 403 });
  });

  it("a session that was ended, an operator who was disabled and a role that changed lose the pages at once", async () => {
    const revoked = await signedIn(["*"]);
    const sessionId = readBrowserToken(revoked.cookie.split("=")[1]!)!.sessionId;
    expect(await ask("GET", "/queues/api/queues", { cookie: revoked.cookie })).to.include({ status: 200 });
    await signOutOperator({ operatorId: revoked.operator._id, sessionId });
    expect(await ask("GET", "/queues/api/queues", { cookie: revoked.cookie })).to.include({ status: 401 });

    const disabled = await signedIn(["*"]);
    await OperatorModel.updateOne({ _id: disabled.operator._id }, { $set: { status: 1 } });
    invalidatePermissions();
    expect(await ask("GET", "/queues/api/queues", { cookie: disabled.cookie })).to.include({ status: 401 });

    const changed = await signedIn(["*"]);
    await RoleModel.updateOne({ _id: changed.operator.roleIds[0]! }, { $set: { permissions: ["infra:queue:read"] } });
    invalidatePermissions();
    expect(await ask("PUT", "/queues/api/queues/vod/pause", { cookie: changed.cookie })).to.include({ status: 403 });
  });

  it("signing out ends the session and takes the cookie back", async () => {
    const { cookie } = await signedIn(["*"]);
    expect((await ask("GET", "/queues/sign-out", { cookie })).text).to.include('method="post"');
    const reply = await ask("POST", "/queues/sign-out", { cookie });
    expect(reply).to.include({ status: 303, location: "/queues/sign-in" });
    expect(reply.setCookie).to.match(/^shop_operator=; Path=\/; Max-Age=0; HttpOnly; SameSite=Strict/);
    expect(await ask("GET", "/queues/api/queues", { cookie })).to.include({ status: 401 });
  });
});
