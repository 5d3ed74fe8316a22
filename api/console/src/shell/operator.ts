import { createContext, useContext } from "react";
import type { DataOf } from "../client/client";
import type { ownInfo } from "../client/ownInfo";

export type OperatorInfo = DataOf<typeof ownInfo>;
export const OperatorContext = createContext<OperatorInfo | null>(null);

export function useOperator(): OperatorInfo {
  const info = useContext(OperatorContext);
  if (!info) throw new Error("nobody is signed in");
  return info;
}

/** Whether the operator has a permission: forbidden actions are not offered. The API checks them all the same. */
export function useMay(): (permission: string) => boolean {
  const { permissions } = useOperator();
  return (permission) => permissions.includes("*") || permissions.includes(permission);
}

/** Whether the shop uses one of the providers: what needs them is not shown otherwise. */
export function useOffers(): (needs: readonly string[] | undefined) => boolean {
  const { providersOff } = useOperator();
  return (needs) => !needs || needs.some((name) => !providersOff.includes(name));
}
