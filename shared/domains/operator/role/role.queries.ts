import type { QueryFilter } from "mongoose";
import { EnabledStatus } from "#shared/kernel/mongo/enabled.states.js";
import { adminErrors } from "../operator.errors.js";
import { RoleModel, SUPER_ROLE, type RoleDoc } from "./role.model.js";

/** RoleNotFound. */
export async function getRole(roleId: number): Promise<RoleDoc> {
  const role = await RoleModel.findById(roleId).lean<RoleDoc>();
  if (!role) throw adminErrors.RoleNotFound();
  return role;
}

/** The role that nobody can edit away. */
export const isBuiltIn = ({ code }: RoleDoc): boolean => code === SUPER_ROLE;

/** Roles in use, to choose from. */
export async function listRoles(): Promise<RoleDoc[]> {
  return RoleModel.find({ status: EnabledStatus.enabled }).sort({ _id: 1 }).limit(1_000).lean<RoleDoc[]>();
}

export interface RoleFilter {
  /** Beginnings. */
  name?: string | undefined;
  code?: string | undefined;
  status?: EnabledStatus | undefined;
  /** Both ends belong to it. */
  between?: readonly [Date, Date] | undefined;
}

/** Newest first. */
export async function pageRoles(
  { name, code, status, between }: RoleFilter,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ list: RoleDoc[]; total: number }> {
  const where: QueryFilter<RoleDoc> = {
    ...beginningOf("name", name),
    ...beginningOf("code", code),
    ...(status === undefined ? {} : { status }),
    ...within(between),
  };
  const list = await RoleModel.find(where)
    .sort({ createdAt: -1, _id: -1 })
    .skip((pageNo - 1) * pageSize)
    .limit(pageSize)
    .lean<RoleDoc[]>();
  return { list, total: await RoleModel.countDocuments(where) };
}

/** A range and no pattern: nothing of what was typed has a meaning of its own. */
export const beginningOf = (field: string, typed: string | undefined): Record<string, object> =>
  typed === undefined ? {} : { [field]: { $gte: typed, $lt: `${typed}\uffff` } };

/** Half-open, as a moment is a whole millisecond. */
export const within = (between: readonly [Date, Date] | undefined): { createdAt?: object } =>
  between ? { createdAt: { $gte: between[0], $lt: new Date(between[1].getTime() + 1) } } : {};
