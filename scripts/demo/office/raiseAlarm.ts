import { randomBytes } from "node:crypto";
import { AlertDeliveryStatus } from "#shared/domains/operations/alert/alert.states.js";
import { isSignedBy, type Delivery } from "../merchant.js";
import type { Shop, Shopper } from "../shopper.js";
import { expect, step, until } from "../walk.js";

interface Alert {
  id: number;
  queue: string;
  value: number;
  deliveries: { event: string; status: number }[];
}
const QUEUE = "analytics";

/**
 * A queue is held, a visit waits in it, and the pager of the operators hears of it; then it goes on. What a rule of the
 * demo's own leaves is a line in the list of alerts.
 */
export async function raiseAlarm({ client }: Shopper, { operator, sandbox }: Shop): Promise<void> {
  const word = randomBytes(4).toString("hex");
  const pager = `/sandbox/merchant/pager-${word}`;
  const secret = `whsec_${randomBytes(24).toString("base64")}`;
  const ruleId = await step("a rule: no visit may wait; who to tell, signed", () =>
    operator.post<number>("/admin-api/infra/alert-rule/create", {
      name: "Visits wait",
      kind: "depth",
      queue: QUEUE,
      threshold: 0,
      webhookUrl: `${sandbox.baseUrl}${pager}`,
      secret,
    }),
  );
  try {
    await step("the operator holds the queue; somebody visits", async () => {
      await operator.put("/admin-api/infra/queue/pause", { name: QUEUE });
      await client.post("/app-api/website/analytics/collect", {
        events: [{ type: "pv", visitorId: word, sessionId: word, pagePath: "/", deviceType: "desktop" }],
      });
    });
    const alert = await step(
      "the pager is told; the alert is in the list",
      () =>
        until("the alert", async () => {
          const { list } = await operator.get<{ list: Alert[] }>(`/admin-api/infra/alert/page?ruleId=${ruleId}`);
          return list.find(({ deliveries }) =>
            deliveries.some(({ status }) => status === AlertDeliveryStatus.delivered),
          );
        }),
      ({ queue, value }) => `${queue}: ${value} waiting`,
    );
    await step("signed as Standard Webhooks ask, and acknowledged", async () => {
      const told = await sandbox.get<Delivery[]>(`${pager}/deliveries`);
      expect(told.length === 1 && isSignedBy(secret, told[0]!), `${told.length} deliveries, or a wrong signature`);
      await operator.put("/admin-api/infra/alert/acknowledge", { id: alert.id, remark: "held on purpose" });
    });
  } finally {
    await operator.put("/admin-api/infra/queue/resume", { name: QUEUE });
    await operator.delete(`/admin-api/infra/alert-rule/delete?id=${ruleId}`);
  }
}
