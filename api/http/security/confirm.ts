import { z } from "zod";
import { optional } from "../fields.js";

/** true: the operator confirms something unusual (shared/kernel/request/warnings.ts). */
export const Confirm = optional(z.boolean());

export interface Confirmation {
  confirm?: boolean | undefined;
}

export const isConfirmed = ({ confirm }: Confirmation): boolean => confirm === true;
