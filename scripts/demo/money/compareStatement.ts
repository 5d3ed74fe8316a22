import { ReconciliationStatus } from "#shared/domains/pay/reconciliation/reconciliation.states.js";
import { PayAppId } from "#shared/domains/pay/channel/payChannel.codes.js";
import type { Shop } from "../shopper.js";
import { expect, step, until, yuan } from "../walk.js";

interface Reconciliation {
  id: number;
  day: string;
  status: ReconciliationStatus;
  paymentCount: number;
  paymentPrice: number;
  channelPaymentCount: number;
  channelPaymentPrice: number;
  differenceCount: number;
  compareTime: number | null;
}
/** The providers count days in their own time zone. */
const dayOf = (moment: number): string => new Date(moment + 8 * 3_600_000).toISOString().slice(0, 10);

/** A worker fetches the provider's statement of yesterday and compares it with our payments. */
export async function compareStatement({ operator }: Shop): Promise<void> {
  const { id: channelId } = await operator.get<{ id: number }>(
    `/admin-api/pay/channel/get?appId=${PayAppId.mall}&code=social_native`,
  );
  const run = (moment: number): { channelId: number; day: string } => ({ channelId, day: dayOf(moment) });
  await step(
    "today is not over: no statement of it yet",
    () => operator.refused(400, "POST", "/admin-api/pay/reconciliation/run", run(Date.now())),
    (message) => message,
  );
  const request = run(Date.now() - 86_400_000);
  const startedAt = Date.now();
  const [id] = await step(
    "the operator has yesterday's compared",
    () => operator.post<number[]>("/admin-api/pay/reconciliation/run", request),
    (ids) => `reconciliation ${ids.join(", ")} of ${request.day}`,
  );
  await step(
    "the page shows both sides and what differs",
    () =>
      until("the comparison", async () => {
        const { list } = await operator.get<{ list: Reconciliation[] }>(
          `/admin-api/pay/reconciliation/page?channelId=${channelId}&day=${request.day}&day=${request.day}`,
        );
        const row = list.find((one) => one.id === id);
        if (row?.compareTime == null || row.compareTime < startedAt) return undefined;
        // On older data somebody may have used the sandbox by hand: then the differences are counted.
        expect(row.status === ReconciliationStatus.balanced || row.differenceCount > 0, `its status is ${row.status}`);
        return row;
      }),
    ({ paymentCount, paymentPrice, channelPaymentCount, channelPaymentPrice, differenceCount }) =>
      `${paymentCount} ${yuan(paymentPrice)}, there ${channelPaymentCount} ${yuan(channelPaymentPrice)}; ${differenceCount} differ`,
  );
}
