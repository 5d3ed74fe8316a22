import { fenOf, InvoiceRefusal, type BillingOrder } from "./requests.js";

/** The sum of the lines; each line must add up. */
export function sumsOf({ invoiceDetail }: BillingOrder): { amount: number; tax: number } {
  let amount = 0;
  let tax = 0;
  for (const line of invoiceDetail) {
    const [net, lineTax, whole] = [fenOf(line.taxExcludedAmount), fenOf(line.tax), fenOf(line.taxIncludedAmount)];
    if (net + lineTax !== whole) throw new InvoiceRefusal("E9110", "含税金额不等于不含税金额加税额");
    if (Math.abs(net * Number(line.taxRate) - lineTax) > 6) throw new InvoiceRefusal("E9111", "税额误差超过0.06元");
    if (Math.abs(Number(line.price) * Number(line.num) * 100 - whole) > 1)
      throw new InvoiceRefusal("E9112", "单价乘数量不等于金额");
    amount += whole;
    tax += lineTax;
  }
  if (amount === 0) throw new InvoiceRefusal("E9113", "开票金额不能为0");
  return { amount, tax };
}
