import { PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { freePorts } from "#scripts/deployment/services.js";
import type { Deployment } from "../deployment.js";
import { onceEach, p50, p99, type Connection } from "../load.js";
import { quiet } from "../outside.js";
import type { Pace } from "../pace.js";
import { makeMembers, stockUp, writeWallets, type BenchMember } from "../shoppers.js";
import { cpuOf, measureAll, rowOf, type Round } from "../sideBySide.js";
import { over, type Table } from "../tables.js";
import { makeWaitingOrders, type WaitingOrder } from "../waitingOrders.js";

const CLIENTS = 16;
const WALLETS = 1_000;
/** Prepared per second of a round; those not reached stay unpaid. */
const A_SECOND = 60;

/** Pays waiting orders from the wallet: all from one member's, and each from another's. */
export async function benchWallets(deployment: Deployment, { rounds, seconds }: Pace): Promise<Table> {
  const members = await makeMembers(deployment, WALLETS);
  await writeWallets(deployment, members, 1_000_000_000);
  const tokens = new Map(members.map(({ memberId, token }) => [memberId, token]));
  const skuIds = await stockUp(deployment, 60, 1_000_000);
  const [port] = await freePorts(1);
  const bareUrl = `http://127.0.0.1:${port}`;
  const bare = await deployment.start("scripts/bench/programs/bareShop.js", {
    more: { BARE_PORT: String(port) },
    readyAt: `${bareUrl}/health`,
  });
  const { api, worker, mongodb, redis } = deployment.pids;
  const asOwner = (connection: Connection, { memberId }: WaitingOrder) => connection.as(tokens.get(memberId)!, 0);
  const sides = {
    ours: {
      url: deployment.url,
      pids: { api, worker, mongodb, redis },
      walk: async (connection: Connection, order: WaitingOrder) => {
        const payment = {
          id: order.payOrderId,
          userId: order.memberId,
          channelCode: "wallet",
          displayMode: "app",
          returnUrl: `${deployment.url}/paid`,
        };
        const { status } = (await asOwner(connection, order).post("/app-api/pay/order/submit", payment)) as {
          status: number;
        };
        if (status !== PayStatus.paid) throw new Error(`the wallet payment answered status ${status}`);
      },
    },
    bare: {
      url: bareUrl,
      pids: { api: () => bare.pid, mongodb },
      walk: (via: Connection, order: WaitingOrder) => asOwner(via, order).post("/pay", { id: order.payOrderId }),
    },
  };
  const rows: Table["rows"] = [];
  const remarks: string[] = [];
  let paidBy = 0;
  /** The next members in turn, so that the rounds use all wallets. */
  const payers = (name: keyof typeof names, count: number): BenchMember[] =>
    name === "one" ? members.slice(0, 1) : Array.from({ length: count }, () => members[paidBy++ % WALLETS]!);
  for (const name of ["one", "many"] as const) {
    const taken: Record<"ours" | "bare", Round[]> = { ours: [], bare: [] };
    for (let round = 0; round <= rounds; round++) {
      const length = round === 0 ? Math.min(1, seconds) : seconds;
      const count = Math.ceil(A_SECOND * length);
      for (const side of ["ours", "bare"] as const) {
        const { url, pids, walk } = sides[side];
        const chosen = payers(name, count);
        const wanted = { addressId: chosen[0]!.addressId, skuIds, channelCode: null, notifyUrl: "", count };
        const memberIds = chosen.map(({ memberId }) => memberId);
        const orders = await makeWaitingOrders(deployment, { ...wanted, memberIds });
        const measured = await measureAll(
          () => onceEach({ url, clients: CLIENTS, items: orders, seconds: length, walk }),
          pids,
          () => quiet(deployment),
        );
        for (const [what, times] of Object.entries(measured.result.refused))
          remarks.push(`${names[name]}, ${side}: ${times} x ${what}`);
        if (round > 0) taken[side].push(measured);
      }
    }
    rows.push(rowOf(names[name], taken.ours), rowOf("  bare", taken.bare), ratiosOf(taken));
  }
  await bare.stop();
  return {
    title: "Wallet payments",
    note: `${CLIENTS} clients pay orders that wait; CPU is of all that follows, rewards too. bare: Koa, JWT check, the payment's rows in one transaction, no jobs.`,
    columns: ["", "per second", "p50 ms", "p99 ms", "CPU s/1,000", "api", "worker", "stores", "client"],
    rows,
    remarks,
  };
}
const names = { one: "one wallet", many: `${WALLETS.toLocaleString("en")} wallets` };

function ratiosOf({ ours, bare }: Record<"ours" | "bare", Round[]>): Table["rows"][number] {
  const ratio = (of: (round: Round) => number) =>
    over(
      ours.map((one, index) => of(one) / of(bare[index]!)),
      (x) => x,
    );
  return [
    "  ours / bare",
    ratio(({ perSecond }) => perSecond),
    ratio(({ result }) => p50(result)),
    ratio(({ result }) => p99(result)),
    ratio(({ cpu }) => cpuOf(cpu)),
  ];
}
