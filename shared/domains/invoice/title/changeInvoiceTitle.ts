import { nextId } from "#shared/kernel/mongo/ids.js";
import { invoiceErrors } from "../invoice.errors.js";
import { InvoiceType, TitleType } from "../invoice.states.js";
import { InvoiceTitleModel, type InvoiceTitleDoc } from "./invoiceTitle.model.js";

/** The limit per member, as the list has no pages. */
const MAX_TITLES = 100;

type InvoiceTitleInput = Partial<Omit<InvoiceTitleDoc, "_id" | "memberId" | "createdAt">>;

/** Returns the id. The default is an ordinary, personal title. Throws TooManyTitles beyond 100. */
export async function createInvoiceTitle(memberId: number, input: InvoiceTitleInput): Promise<number> {
  if ((await InvoiceTitleModel.countDocuments({ memberId })) >= MAX_TITLES)
    throw invoiceErrors.TooManyTitles({ max: MAX_TITLES });
  const _id = await nextId("invoiceTitles");
  await InvoiceTitleModel.create([
    { invoiceType: InvoiceType.ordinary, titleType: TitleType.personal, ...input, _id, memberId },
  ]);
  return _id;
}

/** Changes the given fields. Throws TitleNotFound for an absent one and for another member's. */
export async function updateInvoiceTitle(memberId: number, id: number, change: InvoiceTitleInput): Promise<true> {
  const { matchedCount } = await InvoiceTitleModel.updateOne({ _id: id, memberId }, { $set: { ...change } });
  if (matchedCount === 0) throw invoiceErrors.TitleNotFound();
  return true;
}

export async function deleteInvoiceTitle(memberId: number, id: number): Promise<true> {
  const { deletedCount } = await InvoiceTitleModel.deleteOne({ _id: id, memberId });
  if (deletedCount === 0) throw invoiceErrors.TitleNotFound();
  return true;
}

/** The member's own, newest first, optionally of one type. */
export async function listInvoiceTitles(memberId: number, titleType?: TitleType): Promise<InvoiceTitleDoc[]> {
  return InvoiceTitleModel.find({ memberId, ...(titleType === undefined ? {} : { titleType }) })
    .sort({ createdAt: -1, _id: -1 })
    .lean<InvoiceTitleDoc[]>();
}
