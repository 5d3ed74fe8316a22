import type { QueryFilter } from "mongoose";
import { createdWithin, startingWith, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { adminErrors } from "../operator.errors.js";
import { RoleModel, SUPER_ROLE, type RoleDoc } from "./role.model.js";

/** RoleNotFound. */
export async function getRole(roleId: number): Promise<RoleDoc> {
  const role = await RoleModel.findById(roleId).lean<RoleDoc>();
  if (!role) throw adminErrors.RoleNotFound();
  return role;
}

/** Is this the role that cannot be edited or deleted? */
export const isBuiltIn = ({ code }: RoleDoc): boolean => code === SUPER_ROLE;

/** The enabled roles, to choose from. */
export async function listRoles(): Promise<RoleDoc[]> {
  return RoleModel.find({ status: EnabledStatus.enabled }).sort({ _id: 1 }).limit(1_000).lean<RoleDoc[]>();
}

interface RoleFilter {
  /** Prefixes. */
  name?: string | undefined;
  code?: string | undefined;
  status?: EnabledStatus | undefined;
  /** Inclusive at both ends. */
  between?: TimeSpan | undefined;
}

/** Newest first. */
export async function pageRoles({ name, code, status, between }: RoleFilter, page: Page): Promise<PageOf<RoleDoc>> {
  const where: QueryFilter<RoleDoc> = {
    ...(name === undefined ? {} : { name: startingWith(name) }),
    ...(code === undefined ? {} : { code: startingWith(code) }),
    ...(status === undefined ? {} : { status }),
    ...createdWithin(between),
  };
  return pageOf(RoleModel, where, page);
}
