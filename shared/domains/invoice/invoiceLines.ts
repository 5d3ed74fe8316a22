import { itemLeft, type OrderItemDoc } from "#shared/domains/trade/index.js";
import { config } from "#shared/kernel/config/config.js";
import { mulDivRound, splitFen } from "#shared/kernel/money/money.js";
import { ItemAfterSaleStatus } from "#shared/domains/trade/order/order.states.js";
import { drawableName } from "./drawable.js";
import type { InvoiceLine } from "./invoice.model.js";

const UNIT = "件";
/** A product whose name is emoji alone. */
const NAMELESS = "商品";
/** The provider's limits for names and specifications. */
const MAX_NAME = 80;
const MAX_SPEC = 40;

/**
 * Splits an amount over the items of which money is left, by how much that is; a line counts the pieces that are left. The
 * shares add up to the amount, net and tax of a line to its share. Prices include tax.
 */
export function invoiceLines(items: readonly OrderItemDoc[], amountFen: number): InvoiceLine[] {
  const all = items.map((item) => ({ ...item, left: itemLeft(item) }));
  const kept = all.filter(
    ({ afterSaleStatus, left }) => afterSaleStatus !== ItemAfterSaleStatus.refunded && left.fen > 0,
  );
  const bought = kept.length > 0 ? kept : all;
  const shares = splitFen(
    amountFen,
    bought.map(({ left, payPriceFen }) => (kept.length > 0 ? left.fen : payPriceFen)),
  );
  const taxRate = config.INVOICE_TAX_RATE;
  return bought.flatMap(({ spuName, properties, count, left }, index) => {
    const share = shares[index] ?? 0;
    if (share === 0) return [];
    return [
      {
        name: [...drawableName(spuName, NAMELESS)].slice(0, MAX_NAME).join(""),
        spec: [...drawableName(properties.map(({ valueName }) => valueName).join(" "), "")].slice(0, MAX_SPEC).join(""),
        unit: UNIT,
        // Money may be left of an item whose pieces are all back.
        quantity: left.count > 0 ? left.count : count,
        taxRate,
        ...netAndTax(share, taxRate),
      },
    ];
  });
}

/** Splits an amount that includes `taxRate` percent of tax. */
export function netAndTax(amountFen: number, taxRate: number): Pick<InvoiceLine, "amountFen" | "netFen" | "taxFen"> {
  const netFen = mulDivRound(amountFen, 100, 100 + taxRate);
  return { amountFen, netFen, taxFen: amountFen - netFen };
}
