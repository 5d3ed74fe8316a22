import { AfterSaleStatus, AfterSaleWay } from "#shared/domains/trade/afterSale/afterSale.states.js";
import { OrderStatus } from "#shared/domains/trade/order/order.states.js";
import type { Product } from "../office/stockTheShop.js";
import { basketOf, order, orderDetail, payByScan, type OrderDetail, type Shop, type Shopper } from "../shopper.js";
import { expect, needed, step, until, yuan } from "../walk.js";

interface Address {
  id: number;
  name: string;
}
interface AfterSale {
  status: number;
  receivedCount: number | null;
  returnAddress: { name: string; areaName: string; detailAddress: string } | null;
}
const COUNT = 3;
const WAREHOUSE = "Returns desk";

/** Three pieces leave in two parcels. One of them comes back, to the address that the shop said; a yes that was a mistake is taken back. */
export async function returnPieces(shopper: Shopper, shop: Shop, product: Product): Promise<void> {
  const { operator } = shop;
  const returnAddressId = await step(
    "the shop says where goods go back to",
    () => keepAddress(shop),
    (id) => `address ${id}`,
  );
  const bought = await payByScan(shopper, shop.sandbox, await order(shopper, basketOf(shopper, product.skuId, COUNT)));
  const [company] = await shopper.client.get("/app-api/trade/delivery/express/getDeliveryExpressList");
  const parcel = () => ({ logisticsId: needed(company, "an express company").id, logisticsNo: `SF${Date.now()}` });
  await step(
    "three pieces leave in two parcels: the member sees both, and the order waits for the second",
    async () => {
      const ship = (items?: object[]) =>
        operator.put("/admin-api/trade/order/delivery", { id: bought.id, ...parcel(), ...(items && { items }) });
      await ship([{ orderItemId: needed(bought.items[0], "the bought item").id, count: COUNT - 1 }]);
      expect(
        (await orderDetail(shopper, bought.id)).status === OrderStatus.toShip,
        "it does not wait for its last piece",
      );
      await ship();
      const { status, parcels } = await orderDetail(shopper, bought.id);
      expect(status === OrderStatus.shipped, `its state is ${status}`);
      return parcels.map(({ logisticsNo, items }) => `${logisticsNo}: ${items[0]?.count}`);
    },
    (parcels) => parcels.join(", "),
  );
  const mistake = await apply(shopper, bought);
  await step("a yes by mistake is taken back, as no refund was asked for", async () => {
    await operator.put("/admin-api/trade/after-sale/agree", { id: mistake, returnAddressId });
    await shopper.client.post("/app-api/trade/after-sale/delivery", { id: mistake, ...parcel() });
    await operator.put("/admin-api/trade/after-sale/receive", { id: mistake, count: 1 });
    const auditReason = "Another parcel was meant";
    await operator.put("/admin-api/trade/after-sale/disagree", { id: mistake, auditReason });
    const { status } = await readAfterSale(shopper, mistake);
    expect(status === AfterSaleStatus.refused, `it is ${status}, not refused`);
    expect((await leftOf(shopper, bought)) === COUNT, "the piece is not its member's again");
  });
  const id = await apply(shopper, bought);
  await step(
    "the member reads where to send one of three pieces",
    async () => {
      await operator.put("/admin-api/trade/after-sale/agree", { id, returnAddressId });
      const { returnAddress } = await readAfterSale(shopper, id);
      expect(returnAddress?.name === WAREHOUSE, "the member is not told");
      await shopper.client.post("/app-api/trade/after-sale/delivery", { id, ...parcel() });
      return returnAddress!;
    },
    ({ areaName, detailAddress }) => `${areaName} ${detailAddress}`,
  );
  await step(
    "it comes back alone: two are left, with their money",
    async () => {
      await operator.put("/admin-api/trade/after-sale/receive", { id, count: 1 });
      await operator.put("/admin-api/trade/after-sale/refund", { id });
      await until(`after-sale status ${AfterSaleStatus.refunded}`, async () =>
        (await readAfterSale(shopper, id)).status === AfterSaleStatus.refunded ? true : undefined,
      );
      expect((await leftOf(shopper, bought)) === COUNT - 1, "not just one piece came back");
      return orderDetail(shopper, bought.id);
    },
    ({ refundPrice, payPrice }) => `${yuan(refundPrice)} of ${yuan(payPrice)}`,
  );
}

async function keepAddress({ operator }: Shop): Promise<number> {
  const { list } = await operator.get<{ list: Address[] }>("/admin-api/trade/return-address/page?pageSize=100");
  const known = list.find(({ name }) => name === WAREHOUSE);
  if (known) return known.id;
  return operator.post<number>("/admin-api/trade/return-address/create", {
    name: WAREHOUSE,
    mobile: "13900000000",
    areaId: 330106,
    detailAddress: "18 Wensan Road, gate 2",
    defaultStatus: true,
  });
}

/** For one piece, with its share of the price. */
const apply = ({ client }: Shopper, { items: [item], payPrice }: OrderDetail): Promise<number> =>
  client.post("/app-api/trade/after-sale/create", {
    orderItemId: needed(item, "the bought item").id,
    way: AfterSaleWay.returnGoods,
    count: 1,
    refundPrice: Math.floor(payPrice / COUNT),
    applyReason: "One of them leaks",
  });

const readAfterSale = ({ client }: Shopper, id: number): Promise<AfterSale> =>
  client.get("/app-api/trade/after-sale/get", { id });

const leftOf = async ({ client }: Shopper, { items: [item] }: OrderDetail): Promise<number> =>
  (await client.post("/app-api/trade/order/item/get", { id: needed(item, "the bought item").id })).leftCount;
