import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import type { Deployment } from "../deployment.js";
import type { Pace } from "../pace.js";
import { makeMembers, stockUp } from "../shoppers.js";
import { measure, rowOf } from "../sideBySide.js";
import type { Table } from "../tables.js";

const BUYERS = 64;

/** Everybody orders the same SKU: first with plenty of stock, then with none, when every response is a refusal. */
export async function benchHotSku(deployment: Deployment, { rounds, seconds }: Pace): Promise<Table> {
  const members = await makeMembers(deployment, BUYERS);
  const tokens = members.map(({ token }) => token);
  const { api, worker, mongodb, redis } = deployment.pids;
  const pids = { api, worker, mongodb, redis };
  const remarks: string[] = [];
  const taken = {
    plenty: [] as Awaited<ReturnType<typeof measure>>[],
    none: [] as Awaited<ReturnType<typeof measure>>[],
  };
  for (let round = 0; round <= rounds; round++) {
    for (const kind of ["plenty", "none"] as const) {
      const [skuId] = await stockUp(deployment, 1, kind === "plenty" ? 1_000_000 : 0);
      const length = round === 0 ? Math.min(2, seconds) : seconds;
      const measured = await measure(
        {
          url: deployment.url,
          tokens,
          seconds: length,
          walk: async (shopper) => {
            const body = {
              items: [{ skuId, count: 1 }],
              addressId: members[shopper.number]!.addressId,
              deliveryType: DeliveryType.express,
              pointStatus: false,
            };
            try {
              await shopper.post("/app-api/trade/order/create", body);
            } catch (error) {
              if (kind === "plenty" || !String(error).includes(SOLD_OUT)) throw error;
            }
          },
        },
        pids,
      );
      if (round > 0) taken[kind].push(measured);
      const refused = Object.entries(measured.result.refused).map(([what, times]) => `${times} x ${what}`);
      if (refused.length > 0) remarks.push(`${kind}: ${refused.join(", ")}`);
    }
  }
  return {
    title: "One hot SKU",
    note: `${BUYERS} buyers order the same SKU; the second row is the same rush when it is sold out (refusals by name).`,
    columns: ["", "answers/s", "p50 ms", "p99 ms", "CPU s/1,000", "api", "worker", "stores", "client"],
    rows: [rowOf("orders", taken.plenty), rowOf("sold out", taken.none)],
    remarks,
  };
}
const SOLD_OUT = "1008006004";
