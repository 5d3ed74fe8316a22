import type { QueryFilter } from "mongoose";
import type { EnabledStatus } from "#shared/kernel/mongo/enabled.states.js";
import { adminErrors } from "./operator.errors.js";
import { OperatorModel, type OperatorDoc } from "./operator.model.js";
import { beginningOf, within } from "./role/role.queries.js";

export async function findOperator(operatorId: number): Promise<OperatorDoc | null> {
  return OperatorModel.findById(operatorId).lean<OperatorDoc>();
}

/** OperatorNotFound. */
export async function getOperator(operatorId: number): Promise<OperatorDoc> {
  const operator = await findOperator(operatorId);
  if (!operator) throw adminErrors.OperatorNotFound();
  return operator;
}

export interface OperatorFilter {
  /** Beginnings. */
  username?: string | undefined;
  nickname?: string | undefined;
  mobile?: string | undefined;
  status?: EnabledStatus | undefined;
  roleId?: number | undefined;
  /** Both ends belong to it. */
  between?: readonly [Date, Date] | undefined;
}

/** Newest first. */
export async function pageOperators(
  { username, nickname, mobile, status, roleId, between }: OperatorFilter,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ list: OperatorDoc[]; total: number }> {
  const where: QueryFilter<OperatorDoc> = {
    ...beginningOf("username", username),
    ...beginningOf("nickname", nickname),
    ...beginningOf("mobile", mobile),
    ...(status === undefined ? {} : { status }),
    ...(roleId === undefined ? {} : { roleIds: roleId }),
    ...within(between),
  };
  const list = await OperatorModel.find(where)
    .sort({ createdAt: -1, _id: -1 })
    .skip((pageNo - 1) * pageSize)
    .limit(pageSize)
    .lean<OperatorDoc[]>();
  return { list, total: await OperatorModel.countDocuments(where) };
}
