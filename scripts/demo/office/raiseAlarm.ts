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
 * A paused queue makes a visit wait, which alerts the operators' pager; then the queue resumes. The demo's own rule
 * leaves an entry in the list of alerts.
 */
export async function raiseAlarm({ client }: Shopper, { operator, sandbox }: Shop): Promise<void> {
  const word = randomBytes(4).toString("hex");
  const pager = `/sandbox/merchant/pager-${word}`;
  const secret = `whsec_${randomBytes(24).toString("base64")}`;
  const ruleId = await step("a rule: no visit may wait; whom to notify, signed", () =>
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
      "the pager is notified; the alert is in the list",
      () =>
        until("the alert", async () => {
          const { list } = await operator.get<{ list: Alert[] }>(`/admin-api/infra/alert/page?ruleId=${ruleId}`);
          return list.find(({ deliveries }) =>
            deliveries.some(({ status }) => status === AlertDeliveryStatus.delivered),
          );
        }),
      ({ queue, value }) => `${queue}: ${value} waiting`,
    );
    await step("signed as Standard Webhooks require, and acknowledged", async () => {
      const sent = await sandbox.get<Delivery[]>(`${pager}/deliveries`);
      expect(sent.length === 1 && isSignedBy(secret, sent[0]!), `${sent.length} deliveries, or a wrong signature`);
      await operator.put("/admin-api/infra/alert/acknowledge", { id: alert.id, remark: "held on purpose" });
    });
  } finally {
    await operator.put("/admin-api/infra/queue/resume", { name: QUEUE });
    await operator.delete(`/admin-api/infra/alert-rule/delete?id=${ruleId}`);
  }
}
