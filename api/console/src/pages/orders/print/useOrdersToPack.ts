import { useQuery } from "@tanstack/react-query";
import { get, type DataOf } from "../../../client/client";
import { mayLeave, unsentOf } from "../leaves";

const DETAIL = "/admin-api/trade/order/get-detail";
/** How many are asked for at once. */
const AT_ONCE = 6;

export type OrderToPack = DataOf<typeof DETAIL>;
export interface ChosenOrders {
  toPack: OrderToPack[];
  /** Unpaid, sent, cancelled, refunded, or with an open after-sale. */
  notToPack: OrderToPack[];
}

/** The orders of these ids as they are now, in their order, apart from those whose goods must not leave. */
export const useOrdersToPack = (ids: readonly number[]) =>
  useQuery<ChosenOrders>({
    queryKey: [DETAIL, "to pack", ids],
    queryFn: async ({ signal }) => {
      const orders: OrderToPack[] = [];
      for (let at = 0; at < ids.length; at += AT_ONCE)
        orders.push(...(await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => get(DETAIL, { id }, signal)))));
      return { toPack: orders.filter(mayLeave), notToPack: orders.filter((order) => !mayLeave(order)) };
    },
  });

type Item = OrderToPack["items"][number] & { toPack: number };

/** What of an order goes into its next parcel: its items without what was refunded or sent already. */
export const itemsToPack = ({ items }: OrderToPack): Item[] =>
  items.map((item) => ({ ...item, toPack: unsentOf(item) })).filter(({ toPack }) => toPack > 0);

/** Property 0 means goods with a single variant. */
export const variantOf = ({ properties }: Item): string =>
  properties
    .filter(({ propertyId }) => propertyId !== 0)
    .map(({ valueName }) => valueName)
    .join(" / ");

export interface PickedSku {
  skuId: number;
  spuName: string;
  variant: string;
  count: number;
  /** Who gets how many. */
  orders: { id: number; no: string; count: number }[];
}

/** What to fetch for all orders together, by product and variant. */
export function pickedSkus(orders: readonly OrderToPack[]): PickedSku[] {
  const skus = new Map<number, PickedSku>();
  for (const order of orders)
    for (const item of itemsToPack(order)) {
      const { skuId, spuName, toPack } = item;
      const sku = skus.get(skuId) ?? { skuId, spuName, variant: variantOf(item), count: 0, orders: [] };
      skus.set(skuId, sku);
      sku.count += toPack;
      sku.orders.push({ id: order.id, no: order.no, count: toPack });
    }
  const nameOf = ({ spuName, variant }: PickedSku): string => `${spuName} ${variant}`;
  return [...skus.values()].sort((a, b) => nameOf(a).localeCompare(nameOf(b), "zh-CN"));
}
