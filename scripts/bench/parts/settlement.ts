import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import type { Deployment } from "../deployment.js";
import type { Pace } from "../pace.js";
import type { Commands } from "../programs/countCommands.js";
import { runInDeployment } from "../reporter.js";
import { makeMembers, stockUp, type BenchMember } from "../shoppers.js";
import { beside, sideBySide } from "../sideBySide.js";
import type { Table } from "../tables.js";

const CLIENTS = 8;
const ITEMS = 20;

/** The settlement of a basket of twenty, with every price reduction and with none. */
export async function benchSettlement(deployment: Deployment, pace: Pace): Promise<Table> {
  const skuIds = await stockUp(deployment, ITEMS, 1_000_000);
  const items = skuIds.map((skuId) => ({ skuId, count: 2 }));
  const members = {
    none: await makeMembers(deployment, CLIENTS),
    every: await makeMembers(deployment, CLIENTS),
  };
  const basket = ({ addressId }: BenchMember, pointStatus: boolean): object => ({
    items,
    addressId,
    deliveryType: DeliveryType.express,
    pointStatus,
  });
  const tables: Table[] = [];
  for (const kind of ["none", "every"] as const) {
    const every = kind === "every";
    const chosen = members[kind];
    if (every)
      await runInDeployment(deployment, "scripts/bench/programs/promote.js", [
        JSON.stringify({ memberIds: chosen.map(({ memberId }) => memberId), skuIds }),
      ]);
    const table = await sideBySide(deployment, pace, {
      title: "Settlement",
      note: `${CLIENTS} clients, ${ITEMS} items; every: VIP level, discount on half of them, reward, ten coupons of which five fit, points, freight by template. bare: the same SKUs, products, address and templates by the driver, no prices.`,
      tokens: chosen.map(({ token }) => token),
      pairs: [
        beside(every ? "every promotion" : "no promotion", [
          (shopper) => shopper.post("/app-api/trade/order/settlement", basket(chosen[shopper.number]!, every)),
          (shopper) => shopper.post("/settle", { skuIds, addressId: chosen[shopper.number]!.addressId }),
        ]),
      ],
    });
    const commands = await runInDeployment<Commands>(deployment, "scripts/bench/programs/countCommands.js", [
      JSON.stringify({
        token: chosen[0]!.token,
        path: "/app-api/trade/order/settlement",
        body: basket(chosen[0]!, every),
        times: 20,
      }),
    ]);
    table.rows[0]!.push(commands.mongodb, commands.mongodbAtFirst, commands.redis);
    tables.push(table);
  }
  const [plain, promoted] = tables as [Table, Table];
  return {
    ...plain,
    columns: [...plain.columns, "mongodb commands", "the first time", "redis"],
    rows: [...promoted.rows, ...plain.rows],
    remarks: tables.flatMap(({ remarks = [] }) => remarks),
  };
}
