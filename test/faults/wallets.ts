import type { Deployment } from "./deployment.js";
import { call, type Shopper } from "./shoppers.js";

/** Puts so much into the wallet of each, as an operator's change: a wallet and its ledger row, straight in the database. */
export async function fund(deployment: Deployment, members: Pick<Shopper, "memberId">[], fen: number): Promise<void> {
  const now = new Date();
  const stamps = { createdAt: now, updatedAt: now };
  // Members of the fault tests have ids that no counter reaches: their wallets and first rows take the same.
  const rows = (make: (memberId: number) => object) => members.map(({ memberId }) => make(memberId)) as never[];
  await deployment.db.collection("wallets").insertMany(
    rows((memberId) => ({
      _id: memberId,
      memberId,
      balanceFen: fen,
      frozenFen: 0,
      totalExpenseFen: 0,
      totalRechargeFen: 0,
      ...stamps,
    })),
  );
  await deployment.db.collection("walletTransactions").insertMany(
    rows((memberId) => ({
      _id: memberId,
      no: `W-faults-${memberId}`,
      walletId: memberId,
      memberId,
      bizType: 5,
      bizId: `faults-${memberId}`,
      title: null,
      priceFen: fen,
      balanceAfterFen: fen,
      ...stamps,
    })),
  );
}

/** [balance, frozen] as they are stored. */
export async function moneyOf(
  deployment: Deployment,
  { memberId }: Pick<Shopper, "memberId">,
): Promise<[number, number]> {
  const wallet = await deployment.db.collection("wallets").findOne({ memberId });
  return [wallet?.["balanceFen"] as number, wallet?.["frozenFen"] as number];
}

/** What an order costs now, all of it. */
export async function priceOf(deployment: Deployment, who: Shopper, payOrderId: number): Promise<number> {
  const { data } = await call(deployment, who, `/app-api/pay/order/get?id=${payOrderId}&sync=false`);
  return data.price + data.walletCombinationPaymentPrice;
}

/** Ledger rows of payments, by pay order. */
export async function debitsOf(
  deployment: Deployment,
  { memberId }: Pick<Shopper, "memberId">,
): Promise<Map<number, number>> {
  const rows = await deployment.db.collection("walletTransactions").find({ memberId, bizType: 3 }).toArray();
  return new Map(rows.map((row) => [Number(row["bizId"]), row["priceFen"] as number]));
}
