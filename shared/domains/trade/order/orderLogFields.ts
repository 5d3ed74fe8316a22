import { UserType } from "#shared/kernel/request/userType.codes.js";
/** A row of what happened to an order or an after-sale, by whom (domain-facts 1.9). */
export interface MoveLog<Status extends number, Operation extends number> {
  _id: number;
  /** 0 the system, else the member or operator. */
  userId: number;
  userType: UserType;
  beforeStatus: Status | null;
  afterStatus: Status;
  operateType: Operation;
  content: string;
  createdAt: Date;
}

export const orderLogFields = {
  userId: { type: Number, default: 0 },
  userType: { type: Number, enum: Object.values(UserType), required: true },
  beforeStatus: { type: Number, default: null },
  afterStatus: { type: Number, required: true },
  operateType: { type: Number, required: true },
  content: { type: String, default: "" },
};
