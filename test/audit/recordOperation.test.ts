import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { recordOperation } from "#shared/domains/audit/index.js";
import { withContext } from "#shared/kernel/request/context.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { startService } from "#test/support/service.js";

describe("audit rows", () => {
  before(startService);

  const asOperator = <T>(fn: () => Promise<T>): Promise<T> =>
    withContext(
      {
        requestId: "r-audit",
        language: "en",
        ip: "203.0.113.5",
        userAgent: "Firefox",
        actor: { kind: "operator", operatorId: 77, sessionId: 1, permissions: ["*"] },
      },
      fn,
    );

  it("say who did what to what, from where, before and after", async () => {
    await asOperator(() =>
      recordOperation({ module: "trade", action: "ship", bizId: 4711, before: { status: 10 }, after: { status: 20 } }),
    );
    const row = await OperationLogModel.findOne({ module: "trade", bizId: "4711" }).lean();
    expect(row).to.deep.include({
      operatorId: 77,
      action: "ship",
      before: { status: 10 },
      after: { status: 20 },
      ip: "203.0.113.5",
      userAgent: "Firefox",
      requestId: "r-audit",
    });
  });

  it("stand exactly when the write around them does", async () => {
    await asOperator(() =>
      inTransaction(async () => {
        await recordOperation({ module: "trade", action: "ship", bizId: "rolled-back" });
        throw new Error("refused");
      }),
    ).catch(() => undefined);
    expect(await OperationLogModel.countDocuments({ bizId: "rolled-back" })).to.equal(0);
  });

  it("hold no secrets, only that there are some", async () => {
    const after = { username: "a", passwordHash: "$argon2id$", totpSecret: null, app: { apiKey: "k" } };
    await recordOperation({ module: "system", action: "create-user", bizId: "secrets", after });
    const row = await OperationLogModel.findOne({ bizId: "secrets" }).lean();
    expect(row?.after).to.deep.equal({
      username: "a",
      passwordHash: "[hidden]",
      totpSecret: null,
      app: { apiKey: "[hidden]" },
    });
    expect(row).to.include({ operatorId: null });
  });
});
