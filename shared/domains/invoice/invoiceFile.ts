import { timingSafeEqual } from "node:crypto";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { keyedHash } from "#shared/kernel/security/sealed.js";
import { getObject, type StoredObject } from "#shared/kernel/storage/storage.js";
import { invoiceErrors } from "./invoice.errors.js";
import type { InvoiceDoc } from "./invoice.model.js";
import { findInvoice, getInvoice } from "./invoice.queries.js";
import { InvoiceMedium, InvoiceStatus } from "./invoice.states.js";

/** The address of an invoice's file, for its owner's token, or for anyone in a signed form. */
export const invoiceFileUrl = (invoiceId: number): string =>
  `${config.PUBLIC_URL}/member/invoiceInfo/file/${invoiceId}`;

/** The file address for clients: null unless the invoice is electronic and issued. */
export const shownFileUrl = ({ _id, type, status }: InvoiceDoc): string | null =>
  type === InvoiceMedium.electronic && status === InvoiceStatus.issued ? invoiceFileUrl(_id) : null;

const LINK_MS = minutes(5);
const signOf = (invoiceId: number, expires: number): string => keyedHash("invoice file", `${invoiceId} ${expires}`);

/** A signed address, valid without sign-in for five minutes, for the owner's browser. Throws InvoiceNotFound. */
export async function signedFileUrl(memberId: number, invoiceId: number): Promise<string> {
  await ownFile(invoiceId, memberId);
  const expires = clock.ms() + LINK_MS;
  return `${invoiceFileUrl(invoiceId)}?expires=${expires}&sign=${signOf(invoiceId, expires)}`;
}

/** Whether the signature is valid and not expired. */
export function isSignedFor(invoiceId: number, expires: number | undefined, sign: string | undefined): boolean {
  if (expires === undefined || sign === undefined || expires <= clock.ms()) return false;
  const [given, expected] = [Buffer.from(sign), Buffer.from(signOf(invoiceId, expires))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The stored file, or an operator's address. */
type InvoiceFile = { redirectTo: string } | StoredFile;
interface StoredFile {
  object: StoredObject;
  name: string;
}

/**
 * Opens an issued electronic invoice: the member's own, or with null anybody's (the address was signed). Throws the
 * same refusal for an absent, another member's, an unfinished and a voided one.
 */
export async function openInvoiceFile(invoiceId: number, memberId: number | null): Promise<InvoiceFile> {
  const invoice = await ownFile(invoiceId, memberId);
  if (invoice.fileUrl) return { redirectTo: invoice.fileUrl };
  return storedFile(invoice);
}

/** For operators: the stored file of any invoice, voided ones too. Throws InvoiceNotFound. */
export async function openAnyInvoiceFile(invoiceId: number): Promise<StoredFile> {
  return storedFile(await getInvoice(invoiceId));
}

async function storedFile({ _id, fileKey, bill }: InvoiceDoc): Promise<StoredFile> {
  const object = fileKey ? await getObject(fileKey) : undefined;
  if (!object) throw invoiceErrors.InvoiceNotFound();
  return { object, name: `invoice-${bill.invoiceNo ?? _id}.pdf` };
}

async function ownFile(invoiceId: number, memberId: number | null): Promise<InvoiceDoc> {
  const invoice = await findInvoice(invoiceId);
  const isTheirs = invoice && (memberId === null || invoice.memberId === memberId);
  if (!isTheirs || shownFileUrl(invoice) === null) throw invoiceErrors.InvoiceNotFound();
  return invoice;
}
