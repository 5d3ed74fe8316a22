import type { QueryFilter } from "mongoose";
import { createdWithin, startingWith, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import type { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { adminErrors } from "./operator.errors.js";
import { OperatorModel, type OperatorDoc } from "./operator.model.js";

export async function findOperator(operatorId: number): Promise<OperatorDoc | null> {
  return OperatorModel.findById(operatorId).lean<OperatorDoc>();
}

/** OperatorNotFound. */
export async function getOperator(operatorId: number): Promise<OperatorDoc> {
  const operator = await findOperator(operatorId);
  if (!operator) throw adminErrors.OperatorNotFound();
  return operator;
}

interface OperatorFilter {
  /** Prefixes. */
  username?: string | undefined;
  nickname?: string | undefined;
  mobile?: string | undefined;
  status?: EnabledStatus | undefined;
  roleId?: number | undefined;
  /** Inclusive at both ends. */
  between?: TimeSpan | undefined;
}

/** Newest first. */
export async function pageOperators(
  { username, nickname, mobile, status, roleId, between }: OperatorFilter,
  page: Page,
): Promise<PageOf<OperatorDoc>> {
  const where: QueryFilter<OperatorDoc> = {
    ...(username === undefined ? {} : { username: startingWith(username) }),
    ...(nickname === undefined ? {} : { nickname: startingWith(nickname) }),
    ...(mobile === undefined ? {} : { mobile: startingWith(mobile) }),
    ...(status === undefined ? {} : { status }),
    ...(roleId === undefined ? {} : { roleIds: roleId }),
    ...createdWithin(between),
  };
  return pageOf(OperatorModel, where, page);
}
