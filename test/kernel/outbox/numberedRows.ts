import { OutboxModel } from "#shared/kernel/outbox/row.js";

/** Each test enqueues its jobs under a number that no other one has: their rows, oldest first. */
export const rowsOf = (number: number) => OutboxModel.find({ "payload.number": number }).sort({ _id: 1 }).lean();
