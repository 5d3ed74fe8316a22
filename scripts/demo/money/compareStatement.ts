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
/** The providers' days are those of their own zone. */
const dayOf = (moment: number): string => new Date(moment + 8 * 3_600_000).toISOString().slice(0, 10);

/** The provider's statement of yesterday, fetched by a worker and compared with what is kept here. */
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
  const asked = run(Date.now() - 86_400_000);
  const startedAt = Date.now();
  const [id] = await step(
    "the operator has yesterday's compared",
    () => operator.post<number[]>("/admin-api/pay/reconciliation/run", asked),
    (ids) => `reconciliation ${ids.join(", ")} of ${asked.day}`,
  );
  await step(
    "the page shows both sides and what differs",
    () =>
      until("the comparison", async () => {
        const { list } = await operator.get<{ list: Reconciliation[] }>(
          `/admin-api/pay/reconciliation/page?channelId=${channelId}&day=${asked.day}&day=${asked.day}`,
        );
        const row = list.find((one) => one.id === id);
        if (row?.compareTime == null || row.compareTime < startedAt) return undefined;
        // On data of more than a day somebody may have played with the sandbox: what differs is counted then.
        expect(row.status === ReconciliationStatus.balanced || row.differenceCount > 0, `its status is ${row.status}`);
        return row;
      }),
    ({ paymentCount, paymentPrice, channelPaymentCount, channelPaymentPrice, differenceCount }) =>
      `${paymentCount} ${yuan(paymentPrice)}, there ${channelPaymentCount} ${yuan(channelPaymentPrice)}; ${differenceCount} differ`,
  );
}
