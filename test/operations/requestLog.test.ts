import { expect } from "chai";
import { config } from "#shared/kernel/config/config.js";
import { configNames } from "#shared/kernel/config/configSchema.js";
import { AccessLogModel, ErrorLogModel, type RequestFacts } from "#shared/domains/operations/requestLog.models.js";
import { flushRequestLogs, logRequest } from "#shared/domains/operations/index.js";
import { scrubText } from "#shared/domains/operations/scrubText.js";
import { clock } from "#shared/kernel/time/clock.js";
import { metrics } from "#shared/kernel/observability/metrics.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger, type Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const BASE = "/admin-api/infra";
const facts = (overrides: Partial<RequestFacts> = {}): RequestFacts => ({
  requestId: "r-1",
  userType: 1,
  userId: 7,
  method: "GET",
  route: "/app-api/test",
  path: "/app-api/test",
  params: {},
  ip: "203.0.113.9",
  userAgent: "test",
  terminal: 20,
  status: 200,
  code: 0,
  refusal: "",
  beginAt: clock.now(),
  ms: 3,
  ...overrides,
});
const dropped = async (): Promise<number> => {
  const { values } = await metrics.getSingleMetric("shop_request_log_dropped_total")!.get();
  return values.reduce((sum, { value }) => sum + value, 0);
};

describe("what is kept of requests", () => {
  let client: Client;
  before(async () => {
    await startService();
    client = (
      await buildOperator([
        "infra:api-access-log:query",
        "infra:api-error-log:query",
        "infra:api-error-log:update",
        "infra:config:query",
      ])
    ).client;
  });
  beforeEach(async () => {
    await flushRequestLogs();
    await AccessLogModel.deleteMany({});
    await ErrorLogModel.deleteMany({});
  });
  const accessLog = async (query = "") => {
    await flushRequestLogs();
    return (await client.get(`${BASE}/api-access-log/page?pageSize=100&${query}`)).data.list;
  };
  const errorLog = async (query = "") => {
    await flushRequestLogs();
    return (await client.get(`${BASE}/api-error-log/page?pageSize=100&${query}`)).data.list;
  };

  it("every call of an operator, with its parameters but for secrets; of members those that were refused", async () => {
    const { client: other, operator } = await buildOperator(["trade:order:query"]);
    const { client: member, member: who } = await buildMember();
    const asked = await other
      .with({ "x-request-id": "asked-orders" })
      .get("/admin-api/trade/order/page?status=10&mobile=13900001111");
    expect(asked.code).to.equal(0);
    await other.get("/admin-api/trade/after-sale/page");
    await member.get("/app-api/member/user/get");
    await member.post("/app-api/trade/order/page", { pageNo: 0 });
    await stranger.get("/app-api/member/user/get");
    const rows = await accessLog();
    const told = rows.map((row: Record<string, unknown>) => [
      row["userType"],
      row["userId"],
      row["requestRoute"],
      row["status"],
    ]);
    expect(told).to.deep.include.members([
      [2, operator._id, "/admin-api/trade/order/page", 200],
      [2, operator._id, "/admin-api/trade/after-sale/page", 403],
      [1, who._id, "/app-api/trade/order/page", 400],
      [0, null, "/app-api/member/user/get", 401],
    ]);
    expect(told).not.to.deep.include([1, who._id, "/app-api/member/user/get", 200]);
    const [row] = await accessLog("requestId=asked-orders");
    expect(row).to.include({ traceId: "asked-orders", requestMethod: "GET", resultCode: 0, resultMsg: "" });
    expect(row.requestParams).to.deep.equal({ status: "10", mobile: "[redacted]" });
    expect(row.endTime - row.beginTime).to.equal(row.duration);
  });

  it("no parameter that someone could sign in, confirm or call back with, nor any that is not known", async () => {
    const secrets = [
      "sessionId",
      "state",
      "code",
      "authorizationNo",
      "refreshToken",
      "sign",
      "signature",
      "redirectUri",
    ];
    const params = Object.fromEntries([...secrets, "nobodyKnows"].map((name) => [name, "s3cret"]));
    logRequest(facts({ requestId: "hush", status: 400, params: { ...params, status: "10" } }), undefined);
    const [row] = await accessLog("requestId=hush");
    expect(row.requestParams).to.deep.equal({
      ...Object.fromEntries(Object.keys(params).map((name) => [name, "[redacted]"])),
      status: "10",
    });
  });

  it("is found by user, path, answer, time and length", async () => {
    logRequest(facts({ requestId: "slow", ms: 1_500 }), undefined);
    logRequest(facts({ requestId: "quick" }), undefined);
    logRequest(facts({ requestId: "bad", status: 400, code: 400, refusal: "BadInput", userId: 8 }), undefined);
    logRequest(facts({ requestId: "often", status: 429, code: 429 }), undefined);
    const found = async (query: string): Promise<string[]> =>
      (await accessLog(`userType=1&${query}`)).map(({ traceId }: { traceId: string }) => traceId);
    expect(await found("")).to.have.members(["slow", "bad"]);
    expect(await found("duration=1000")).to.deep.equal(["slow"]);
    expect(await found("status=400")).to.deep.equal(["bad"]);
    expect(await found("userId=8")).to.deep.equal(["bad"]);
    expect(await found("requestUrl=/app-api/te")).to.have.length(2);
    expect(await found("requestUrl=/app-api/nothing")).to.deep.equal([]);
    expect(await found("createTime=0&createTime=1")).to.deep.equal([]);
    expect((await client.get(`${BASE}/api-access-log/page?createTime=x`)).status).to.equal(400);
  });

  it("a 5xx with its error, and nothing in it that is a secret", async () => {
    const error = new TypeError(
      `E11000 dup key: { mobile: "13912345678" } at mongodb://shop:hunter2@db/shop password=hunter2 ${"ab".repeat(32)}`,
    );
    logRequest(facts({ requestId: "broken", status: 500, code: 500, refusal: "Internal" }), error);
    const [row] = await errorLog("requestId=broken");
    expect(row).to.include({ exceptionName: "TypeError", processStatus: 0, resultCode: 500, userId: 7 });
    expect(row.message).to.contain("E11000 dup key");
    expect(row.stackTrace).to.contain("requestLog.test");
    for (const secret of ["13912345678", "hunter2", "ababab"])
      expect(JSON.stringify(row), secret).not.to.contain(secret);
  });

  it("a surprise of the service is found by the request id that the client was told", async () => {
    const find = OperationLogModel.find;
    const { client: auditor } = await buildOperator(["system:operate-log:query"]);
    Object.assign(OperationLogModel, {
      find: () => {
        throw new RangeError("out of the blue");
      },
    });
    let requestId: string | null;
    try {
      const reply = await auditor.get("/admin-api/system/operate-log/page");
      expect([reply.status, reply.code]).to.deep.equal([500, 500]);
      expect(reply.text).not.to.contain("blue");
      requestId = reply.headers.get("x-request-id");
    } finally {
      Object.assign(OperationLogModel, { find });
    }
    const [row] = await errorLog(`requestId=${requestId}`);
    expect(row).to.include({
      exceptionName: "RangeError",
      message: "out of the blue",
      requestRoute: "/admin-api/system/operate-log/page",
      userType: 2,
    });
    expect(row.stackTrace).to.contain("requestLog.test");
  });

  it("a fault is seen to once", async () => {
    logRequest(facts({ requestId: "todo", status: 503, code: 503 }), new Error("away"));
    const [{ id }] = await errorLog("processStatus=0");
    const done = { id, processStatus: 1 };
    expect((await client.put(`${BASE}/api-error-log/update-status`, done)).data).to.equal(true);
    expect((await client.put(`${BASE}/api-error-log/update-status`, done)).code).to.equal(1001002001);
    expect((await client.put(`${BASE}/api-error-log/update-status`, { ...done, id: 999_999_999 })).code).to.equal(
      1001002000,
    );
    expect((await client.put(`${BASE}/api-error-log/update-status`, { id, processStatus: 0 })).status).to.equal(400);
    expect(await errorLog("processStatus=0")).to.deep.equal([]);
    expect((await errorLog("processStatus=1"))[0])
      .to.include({ id })
      .and.have.property("processTime")
      .that.is.a("number");
  });

  it("is bounded: what comes beyond is dropped and counted, and no request waits or fails for it", async () => {
    const before = await dropped();
    for (let count = 0; count < 2_500; count++)
      logRequest(facts({ requestId: `flood-${count}`, status: 404 }), undefined);
    expect((await dropped()) - before).to.equal(500);
    await flushRequestLogs();
    expect(await AccessLogModel.countDocuments({ ip: "203.0.113.9" })).to.equal(2_000);
  });

  it("is lost, and counted, while the store does not take it; the request never knew", async () => {
    const before = await dropped();
    const insertMany = AccessLogModel.insertMany;
    Object.assign(AccessLogModel, { insertMany: () => Promise.reject(new Error("away")) });
    try {
      logRequest(facts({ status: 404 }), undefined);
      await flushRequestLogs();
    } finally {
      Object.assign(AccessLogModel, { insertMany });
    }
    expect((await dropped()) - before).to.equal(1);
    logRequest(facts({ requestId: "later", status: 404 }), undefined);
    expect(await accessLog("requestId=later")).to.have.length(1);
  });

  it("texts lose what is a secret and keep what tells the fault", () => {
    expect(scrubText("connect ECONNREFUSED 127.0.0.1:27017")).to.equal("connect ECONNREFUSED 127.0.0.1:27017");
    expect(
      scrubText("    at placeOrder (/srv/shop/dist/shared/domains/trade/checkout/placeOrder.js:41:11)"),
    ).to.contain("placeOrder.js:41:11");
    expect(scrubText("Bearer abc.def-ghi")).to.equal("Bearer [hidden]");
    expect(scrubText("mail to a.b@shop.example failed")).to.equal("mail to [mail] failed");
    for (const long of ["x", "a.b@", "ab", "1", "secret=", " ://"]) {
      const startedAt = performance.now();
      expect(scrubText(long.repeat(20_000))).to.have.length.at.most(4_000);
      expect(performance.now() - startedAt, long).to.be.below(200);
    }
  });

  it("the configuration is told by name and by where it came from, and no secret with it", async () => {
    const { data, text } = await client.get(`${BASE}/config/list`);
    const rows = data as { name: string; value: string; isSecret: boolean; source: string }[];
    expect(rows.map(({ name }) => name)).to.include.members(configNames);
    const of = (name: string) => rows.find((row) => row.name === name)!;
    expect(of("ORDER_PAY_EXPIRE_SECONDS")).to.include({ value: "7200", source: "default", isSecret: false });
    expect(of("NOTIFY_ALLOW_HOSTS")).to.include({ value: "127.0.0.1", source: "env" });
    expect(of("JWT_KEYS")).to.deep.equal({ name: "JWT_KEYS", value: "set", isSecret: true, source: "env" });
    expect(of("METRICS_TOKEN")).to.include({ value: "not set", isSecret: true });
    for (const [name, value] of Object.entries(config))
      if (typeof value === "string" && /SECRET|PASSWORD|_KEY|SALT|TOKEN/.test(name) && value.length > 5)
        expect(text.includes(value), name).to.equal(false);
    expect(of("MONGODB_URI").value).to.match(/^mongodb:\/\/[^@?]+(\?\[hidden\])?$/);
    expect((await stranger.get(`${BASE}/config/list`)).status).to.equal(401);
    expect((await (await buildOperator(["infra:job:query"])).client.get(`${BASE}/config/list`)).status).to.equal(403);
  });
});
