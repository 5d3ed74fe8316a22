import { nuonuo } from "#shared/providers/invoice/client.js";
import { InvoiceRefused, type InvoiceClient, type InvoiceParty } from "#shared/providers/invoice/port.js";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { defineModel, isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { decryptSecret, encryptSecret } from "#shared/kernel/security/sealed.js";

/** The e-invoice provider. */
export const provider: InvoiceClient = nuonuo;

/** Its access token, shared by all workers, as it is valid for a day and the provider issues only some 50 a month. */
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

/** Uses the stored access token; if the provider refuses it, fetches a new one. Concurrent fetches are harmless. */
export async function withToken<T>(use: (token: string) => Promise<T>): Promise<T> {
  const stored = await storedToken();
  if (stored === undefined) return use(await freshToken());
  try {
    return await use(stored);
  } catch (error) {
    if (!(error instanceof InvoiceRefused) || error.kind !== "token") throw error;
  }
  return use(await freshToken());
}

async function storedToken(): Promise<string | undefined> {
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
    // Another worker stored its token first; this one is valid all the same.
    if (!isDuplicateKey(error)) throw error;
  }
  return value;
}

/** The configured seller. */
export const seller = (): InvoiceParty => ({
  name: config.INVOICE_SELLER_NAME,
  taxNo: config.INVOICE_SELLER_TAX_NO,
  address: config.INVOICE_SELLER_ADDRESS,
  phone: config.INVOICE_SELLER_PHONE,
  bank: config.INVOICE_SELLER_BANK,
  bankNo: config.INVOICE_SELLER_BANK_NO,
});
