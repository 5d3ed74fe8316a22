import {
  InvoiceMedium,
  InvoiceStatus,
  InvoiceTab,
  InvoiceType,
  TitleType,
} from "#shared/domains/invoice/invoice.states.js";
import { giveBack } from "./refundInParts.js";
import type { Sent } from "../shopClient.js";
import { basketOf, order, payByScan, type OrderDetail, type Shop, type Shopper } from "../shopper.js";
import type { Product } from "../office/stockTheShop.js";
import { ifOffered } from "../offered.js";
import { expect, step, until, yuan } from "../walk.js";

interface Entry {
  id?: number;
  tradeOrderId: number;
  invoiceStatus: number;
  invoicePrice: string;
  invoiceUrl?: string | null;
}
interface Mail {
  subject: string;
  text: string;
  links: string[];
}
interface ProviderInvoice {
  kind: "blue" | "red";
  state: string;
  invoiceNo: string;
  remark: string;
  cancels: string | null;
  cancelledBy: string | null;
}
/** 2000024. */
const ALREADY = 2_000_024;
/** 1014001000. */
const NO_SUCH_INVOICE = 1_014_001_000;

/** A paid order gets its electronic invoice, by mail and as a PDF; after the refund a red letter cancels it. */
export async function invoiceAnOrder(shopper: Shopper, friend: Shopper, shop: Shop, product: Product): Promise<void> {
  const { client } = shopper;
  const bought = await step(
    "an order, paid by scan",
    async () => payByScan(shopper, shop.sandbox, await order(shopper, basketOf(shopper, product.skuId))),
    ({ no, payPrice }) => `${no} ${yuan(payPrice)}`,
  );
  const email = `teapots-${bought.id}@mail.example`;
  await apply(shopper, bought, email);
  const done = await step(
    "a worker has it issued by the e-invoice provider",
    () =>
      until("the invoice", async () => {
        const entry = await entryOf(shopper, InvoiceTab.invoiced, bought.id);
        return entry?.invoiceStatus === InvoiceStatus.issued ? entry : undefined;
      }),
    ({ invoiceUrl }) => invoiceUrl ?? "",
  );
  await ifOffered("it comes by mail", ["mail"], () =>
    step(
      "it comes by mail, with its address",
      () =>
        until("the mail", async () => {
          const mails = await shop.sandbox.get<Mail[]>(`/sandbox/mails?to=${encodeURIComponent(email)}`);
          return mails.find(({ links }) => links.includes(done.invoiceUrl ?? ""));
        }),
      ({ subject }) => subject,
    ),
  );
  await openFile(shopper, friend, done.id ?? 0, done.invoiceUrl ?? "");
  await step(
    "the money goes back in full: the invoice is voided",
    async () => {
      await giveBack(shop, bought, bought.payPrice);
      await until("its leaving the list", async () =>
        (await entryOf(shopper, InvoiceTab.invoiced, bought.id)) === undefined ? true : undefined,
      );
      await client.refused(NO_SUCH_INVOICE, "GET", new URL(done.invoiceUrl ?? "").pathname);
      await until("its leaving the list of what can be invoiced", async () =>
        (await entryOf(shopper, InvoiceTab.toInvoice, bought.id)) === undefined ? true : undefined,
      );
    },
    () => "out of the list, its file closed",
  );
  await step(
    "and a red letter cancels it at the provider",
    () =>
      until("the red letter", async () => {
        const made = await shop.sandbox.get<ProviderInvoice[]>("/sandbox/invoices");
        const blue = made.find(({ kind, remark }) => kind === "blue" && remark.includes(bought.no));
        return blue?.cancelledBy ? blue : undefined;
      }),
    ({ invoiceNo }) => `${invoiceNo} is cancelled`,
  );
}

async function apply(shopper: Shopper, bought: OrderDetail, email: string): Promise<void> {
  const { client } = shopper;
  const entry = await step(
    "it stands among those that can be invoiced",
    async () => {
      const found = await entryOf(shopper, InvoiceTab.toInvoice, bought.id);
      expect(found !== undefined && found.invoiceUrl === undefined, "the order is not in the list");
      return found;
    },
    ({ invoicePrice }) => `${invoicePrice} fen`,
  );
  const body: Sent<"/member/invoiceInfo/appCreateOrderInvoiceInfo"> = {
    orderNumber: bought.id,
    invoiceType: InvoiceType.ordinary,
    invoicePrice: entry.invoicePrice,
    title: "杭州茶壶收藏有限公司",
    titleType: TitleType.company,
    taxNo: "91330106MA2TEAP0TX",
    type: InvoiceMedium.electronic,
    email,
  };
  const path = "/member/invoiceInfo/appCreateOrderInvoiceInfo";
  await step(
    "the member applies for one; a second is refused",
    async () => {
      await client.post(path, body);
      return client.refused(ALREADY, "POST", path, body);
    },
    (message) => message,
  );
}

async function openFile(shopper: Shopper, friend: Shopper, id: number, address: string): Promise<void> {
  await step(
    "its owner opens the PDF",
    async () => {
      const answer = await shopper.client.fetch(address);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(answer.ok && bytes.subarray(0, 5).toString() === "%PDF-", `answered ${answer.status}`);
      return bytes.length;
    },
    (bytes) => `${bytes} bytes`,
  );
  await step(
    "a stranger (401) and another member do not",
    async () => {
      expect((await fetch(address)).status === 401, "a stranger is let in");
      return friend.client.refused(NO_SUCH_INVOICE, "GET", new URL(address).pathname);
    },
    (message) => message,
  );
  await step(
    "a signed address opens it for five minutes",
    async () => {
      const signed = await shopper.client.get("/member/invoiceInfo/fileLink/{id}", undefined, { path: { id } });
      expect((await fetch(signed)).ok, "the signed address does not open");
      return signed;
    },
    (signed) => new URL(signed).search,
  );
}

async function entryOf({ client }: Shopper, invoiceType: InvoiceTab, orderId: number): Promise<Entry | undefined> {
  const body = { invoiceType, pageNo: 1, pageSize: 100 };
  const { list } = await client.post("/member/invoiceInfo/appOrderInvoicedListPage", body);
  return list.find(({ tradeOrderId }) => tradeOrderId === orderId);
}
