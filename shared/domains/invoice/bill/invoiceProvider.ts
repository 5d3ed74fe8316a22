import { nuonuo } from "#shared/providers/invoice/client.js";
import { InvoiceRefused, type InvoiceClient, type InvoiceParty } from "#shared/providers/invoice/port.js";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { defineModel, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { decryptSecret, encryptSecret } from "#shared/kernel/security/sealed.js";

/** The provider that makes e-invoices. */
export const provider: InvoiceClient = nuonuo;

/** Its access token, shared by all workers: it is good for a day, and the provider gives some 50 a month. */
interface InvoiceCredentialDoc {
  _id: string;
  /** Sealed. */
  box: string;
  expiresAt: Date;
}
const InvoiceCredentialModel = defineModel<InvoiceCredentialDoc>("invoiceCredentials", {
  _id: { type: String, required: true },
  box: { type: String, required: true },
  expiresAt: { type: Date, required: true },
});
const MARGIN_MS = seconds(300);

/** Uses the kept access token; one that the provider refuses is fetched anew, once. Two who fetch at once do no harm. */
export async function withToken<T>(use: (token: string) => Promise<T>): Promise<T> {
  const kept = await keptToken();
  if (kept === undefined) return use(await freshToken());
  try {
    return await use(kept);
  } catch (error) {
    if (!(error instanceof InvoiceRefused) || error.kind !== "token") throw error;
  }
  return use(await freshToken());
}

async function keptToken(): Promise<string | undefined> {
  const row = await InvoiceCredentialModel.findById(config.NUONUO_APP_KEY).lean<InvoiceCredentialDoc>();
  return row && row.expiresAt.getTime() - clock.ms() > MARGIN_MS ? decryptSecret(row.box) : undefined;
}

async function freshToken(): Promise<string> {
  const { value, expiresInSeconds } = await provider.accessToken();
  try {
    await InvoiceCredentialModel.updateOne(
      { _id: config.NUONUO_APP_KEY },
      { $set: { box: encryptSecret(value), expiresAt: clock.after(seconds(expiresInSeconds)) } },
      { upsert: true },
    );
  } catch (error) {
    // Another worker keeps its own: this one is good all the same.
    if (!isDuplicateKey(error)) throw error;
  }
  return value;
}

/** Who sells, by configuration. */
export const seller = (): InvoiceParty => ({
  name: config.INVOICE_SELLER_NAME,
  taxNo: config.INVOICE_SELLER_TAX_NO,
  address: config.INVOICE_SELLER_ADDRESS,
  phone: config.INVOICE_SELLER_PHONE,
  bank: config.INVOICE_SELLER_BANK,
  bankNo: config.INVOICE_SELLER_BANK_NO,
});
