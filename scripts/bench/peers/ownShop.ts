import { SpuStatus } from "#shared/domains/catalog/catalog.states.js";
import type { Deployment } from "../deployment.js";
import { shopperOver } from "../load.js";
import { orderWalk } from "../parts/orders.js";
import { runInDeployment } from "../reporter.js";
import { fillWallets, makeMembers, stockUp } from "../shoppers.js";
import type { PeerShop } from "./peerShop.js";

const SKUS = 60;
const PAGES = 10;
const sortFields = ["price", "salesCount", "createTime"] as const;

/** The shop of a deployment, with so many products and members who have money. */
export async function ownShop(
  deployment: Deployment,
  { name, products, clients }: { name: string; products: number; clients: number },
): Promise<PeerShop> {
  const members = await makeMembers(deployment, clients);
  await fillWallets(deployment, members, 1_000_000_000);
  const skuIds = await stockUp(deployment, SKUS, 1_000_000);
  const fill = ["0", `${products}`];
  const { categoryIds } = await runInDeployment<{ categoryIds: number[] }>(
    deployment,
    "scripts/bench/programs/fillCatalog.js",
    fill,
  );
  const spus = await deployment.db
    .collection<{ _id: number }>("spus")
    .find({ status: SpuStatus.onShelf }, { projection: { _id: 1 } })
    .toArray();
  const whole = orderWalk(deployment, members, skuIds);
  /** Each turn another page of another list: none repeats while its response is cached. */
  const coldPage = (turn: number): object => ({
    pageNo: 1 + (Math.floor(turn / categoryIds.length / 6) % PAGES),
    pageSize: 10,
    categoryId: categoryIds[turn % categoryIds.length],
    sortField: sortFields[Math.floor(turn / categoryIds.length) % sortFields.length],
    sortAsc: Math.floor(turn / categoryIds.length / sortFields.length) % 2 === 0,
  });
  return {
    name,
    url: deployment.url,
    pids: Object.values(deployment.pids).flatMap((pid) => pid() ?? []),
    openSession(send, number) {
      const shopper = shopperOver(send, members[number]!.token, number);
      return Promise.resolve({
        catalogPage: (turn) => shopper.post("/app-api/product/spu/page", coldPage(turn)),
        productDetail: (turn) =>
          shopper.post("/app-api/product/spu/getSpuDetail", { id: spus[turn % spus.length]!._id }),
        cartAdd: (turn) =>
          shopper.post("/app-api/trade/cart/add", { skuId: skuIds[(turn * 7 + number) % SKUS], count: 1 }),
        wholeOrder: (turn) => whole(shopper, turn),
      });
    },
  };
}
