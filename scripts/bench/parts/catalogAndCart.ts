import { SpuStatus } from "#shared/domains/catalog/catalog.states.js";
import type { Deployment } from "../deployment.js";
import type { Pace } from "../pace.js";
import { makeMembers, stockUp } from "../shoppers.js";
import type { Shopper } from "../load.js";
import type { Table } from "../tables.js";
import { beside, sideBySide } from "../sideBySide.js";

const CLIENTS = 16;

/** The most frequent calls of a client app, compared with the bare shop. */
export async function benchCatalogAndCart(deployment: Deployment, pace: Pace): Promise<Table> {
  const members = await makeMembers(deployment, CLIENTS);
  const skuIds = await stockUp(deployment, 60, 1_000_000);
  const spus = await deployment.db
    .collection<{ _id: number }>("spus")
    .find({ status: SpuStatus.onShelf }, { projection: { _id: 1 } })
    .toArray();
  const spuIds = spus.map(({ _id }) => _id);
  const pages = Math.max(1, Math.floor(spuIds.length / 10));
  const page = (turn: number): object => ({ pageNo: 1 + (turn % pages), pageSize: 10 });
  const detail = (turn: number): object => ({ id: spuIds[turn % spuIds.length] });
  const cart = ({ number }: Shopper, turn: number): object => ({
    skuId: skuIds[(turn * 7 + number) % skuIds.length],
    count: 1,
  });

  return sideBySide(deployment, pace, {
    title: "Catalog and cart",
    note: `${CLIENTS} clients, 10 products a page; bare: Koa, JWT check, the same reads and writes by the driver.`,
    tokens: members.map(({ token }) => token),
    pairs: [
      beside("catalog page", [
        (shopper, turn) => shopper.post("/app-api/product/spu/page", page(turn)),
        (shopper, turn) => shopper.post("/page", page(turn)),
      ]),
      beside("product detail", [
        (shopper, turn) => shopper.post("/app-api/product/spu/getSpuDetail", detail(turn)),
        (shopper, turn) => shopper.post("/detail", detail(turn)),
      ]),
      beside("cart add", [
        (shopper, turn) => shopper.post("/app-api/trade/cart/add", cart(shopper, turn)),
        (shopper, turn) => shopper.post("/cart", cart(shopper, turn)),
      ]),
    ],
  });
}
