import type { QueryFilter } from "mongoose";
import { recordOperation } from "#shared/domains/audit/index.js";
import { containing, createdWithin, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { clock } from "#shared/kernel/time/clock.js";
import { currentContext } from "#shared/kernel/request/context.js";
import { deletion } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { MessageModel, type MessageDoc } from "./message.model.js";
import { websiteErrors } from "../website.errors.js";

interface MessageSearch extends Page {
  /** A part of the subject. */
  keyword?: string | undefined;
  handled?: boolean | undefined;
  /** Inclusive at both ends. */
  createdBetween?: TimeSpan | undefined;
}

/** Newest first. */
export async function pageMessages(search: MessageSearch): Promise<PageOf<MessageDoc>> {
  const { keyword, handled, createdBetween } = search;
  const filter: QueryFilter<MessageDoc> = {
    ...(keyword ? { subject: containing(keyword) } : {}),
    ...(handled === undefined ? {} : { handled }),
    ...createdWithin(createdBetween),
  };
  return pageOf(MessageModel, filter, search);
}

/** MessageNotFound. */
export async function getMessage(messageId: number): Promise<MessageDoc> {
  const message = await MessageModel.findOne({ _id: messageId }).lean<MessageDoc>();
  if (!message) throw websiteErrors.MessageNotFound();
  return message;
}

/** Marks a message as handled or not, with a remark. MessageNotFound. */
export async function handleMessage(messageId: number, handled: boolean, remark: string | undefined): Promise<true> {
  const change = {
    handled,
    handledAt: handled ? clock.now() : null,
    handledBy: handled ? operatorId() : null,
    ...(remark === undefined ? {} : { remark }),
  };
  return write(messageId, "handle", change, ({ handled: wasHandled, remark: oldRemark }) => ({
    before: { handled: wasHandled, remark: oldRemark },
    after: { handled, remark },
  }));
}

/** Logically deletes a message. MessageNotFound. */
export async function deleteMessage(messageId: number): Promise<true> {
  return write(messageId, "delete", deletion(), ({ subject, handled }) => ({ before: { subject, handled } }));
}

async function write(
  messageId: number,
  verb: string,
  change: Partial<MessageDoc>,
  auditFields: (before: MessageDoc) => { before: object; after?: object },
): Promise<true> {
  return inTransaction<true>(async () => {
    const before = await getMessage(messageId);
    const { matchedCount } = await MessageModel.updateOne({ _id: messageId }, { $set: change });
    if (matchedCount !== 1) throw websiteErrors.MessageNotFound();
    await recordOperation({ module: "website", action: `message.${verb}`, bizId: messageId, ...auditFields(before) });
    return true;
  });
}

const operatorId = (): number | null => {
  const actor = currentContext()?.actor;
  return actor?.kind === "operator" ? actor.operatorId : null;
};
