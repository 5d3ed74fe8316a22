import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { call } from "#test/support/client.js";

type Method = "GET" | "POST" | "PUT" | "DELETE";
export const ABSENT = 999_999_999;

/** The actions in the audit log about a thing ("live-spu"), in their order. */
export async function auditOf(noun: string, id: number): Promise<string[]> {
  const rows = await OperationLogModel.find({ module: "cloudlive", bizId: String(id) })
    .sort({ _id: 1 })
    .lean();
  return rows.map(({ action }) => action).filter((action) => action.startsWith(`${noun}.`));
}

/** 401 to strangers and members, 403 to operators without the permission, before the input is looked at. */
export async function expectGuarded(paths: readonly (readonly [Method, string])[]): Promise<void> {
  const member = await buildMember();
  const other = await buildOperator(["trade:order:query"]);
  for (const [method, path] of paths) {
    const statusOf = async (token?: string): Promise<number> =>
      (await call(method, path, method === "GET" || method === "DELETE" ? undefined : {}, { token })).status;
    expect([await statusOf(), await statusOf(member.token), await statusOf(other.token)], path).to.deep.equal([
      401, 401, 403,
    ]);
  }
}
