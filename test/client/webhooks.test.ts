import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { signWebhook, verifyWebhook, WebhookError, type VerifyOptions } from "#scripts/client/src/webhooks.js";
import { webhookHeaders } from "#shared/kernel/webhooks/signWebhook.js";

const secretOf = (text: string): string => `whsec_${Buffer.from(text).toString("base64")}`;
const [fresh, old, other] = ["the fresh secret", "the old secret", "of somebody else"].map(secretOf) as [
  string,
  string,
  string,
];
const body = JSON.stringify({ id: "evt_1", type: "order.paid", createdAt: 1, sequence: 4, data: { name: "中文 ✓" } });
const now = (): number => 1_764_300_000_500;
const sent = (secrets = [fresh], text = body): Record<string, string> => webhookHeaders(secrets, "evt_1", text, now());

async function refusedOf(
  request: Parameters<typeof verifyWebhook>[0],
  options: Partial<VerifyOptions> = {},
): Promise<string> {
  const error: unknown = await verifyWebhook(request, { secrets: fresh, now, ...options }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(WebhookError);
  const { field, reason, messages } = error as WebhookError;
  expect(messages.en).to.match(new RegExp(`^${field} [a-z]`));
  expect(messages.zh).to.match(new RegExp(`^${field} .*[\u4e00-\u9fff]`));
  return `${field}: ${reason}`;
}

describe("the typed client's webhooks", () => {
  it("believe what the shop signs, as text, as bytes, and however the headers are kept", async () => {
    const bytes = new TextEncoder().encode(body);
    const upper = Object.fromEntries(Object.entries(sent()).map(([name, value]) => [name.toUpperCase(), [value]]));
    for (const request of [
      { body, headers: sent() },
      { body: bytes, headers: new Headers(sent()) },
      { body: bytes.buffer, headers: upper },
    ]) {
      const event = await verifyWebhook<{ name: string }>(request, { secrets: fresh, now });
      expect(event).to.deep.equal(JSON.parse(body));
      expect(event.data.name).to.equal("中文 ✓");
    }
  });

  it("while a secret is rotated, one that fits is enough on either side", async () => {
    const both = sent([fresh, old]);
    for (const secrets of [[fresh], [old], [other, old]])
      expect((await verifyWebhook({ body, headers: both }, { secrets, now })).id).to.equal("evt_1");
    expect(await refusedOf({ body, headers: both }, { secrets: [other] })).to.equal(
      "webhook-signature: wrongSignature",
    );
    expect(await refusedOf({ body, headers: both }, { secrets: [] })).to.equal("webhook-signature: wrongSignature");
  });

  it("name the part of the request that is wrong, and why, in both languages", async () => {
    const headers = sent();
    for (const name of Object.keys(headers))
      expect(await refusedOf({ body, headers: { ...headers, [name]: undefined } })).to.equal(`${name}: missing`);
    const changed = async (name: string, value: string): Promise<string> =>
      refusedOf({ body, headers: { ...headers, [name]: value } });
    expect(await changed("webhook-timestamp", "soon")).to.equal("webhook-timestamp: notATime");
    expect(await changed("webhook-timestamp", "-1")).to.equal("webhook-timestamp: notATime");
    expect(await changed("webhook-signature", "v2,abc")).to.equal("webhook-signature: noSignature");
    expect(await changed("webhook-signature", "v1,***")).to.equal("webhook-signature: noSignature");
    expect(await changed("webhook-id", "evt_2")).to.equal("webhook-signature: wrongSignature");
    expect(await changed("webhook-timestamp", "1764300001")).to.equal("webhook-signature: wrongSignature");
    expect(await refusedOf({ body: `${body} `, headers })).to.equal("webhook-signature: wrongSignature");
    expect(await refusedOf({ body, headers }, { secrets: "whsec_***" })).to.equal("secrets: notASecret");
    expect(await refusedOf({ body: "[]", headers: sent([fresh], "[]") })).to.equal("body: notAnEvent");
    expect(await refusedOf({ body: "null", headers: sent([fresh], "null") })).to.equal("body: notAnEvent");
  });

  it("are of about now: five minutes either way, or what the receiver allows", async () => {
    const request = { body, headers: sent() };
    const after = (seconds: number) => ({ now: () => now() + seconds * 1_000 });
    expect((await verifyWebhook(request, { secrets: fresh, ...after(299) })).id).to.equal("evt_1");
    expect((await verifyWebhook(request, { secrets: fresh, ...after(-299) })).id).to.equal("evt_1");
    expect(await refusedOf(request, after(301))).to.equal("webhook-timestamp: tooOld");
    expect(await refusedOf(request, after(-302))).to.equal("webhook-timestamp: tooNew");
    expect(await refusedOf(request, { toleranceSeconds: 10, ...after(12) })).to.equal("webhook-timestamp: tooOld");
  });

  it("are signed for tests of a receiver as the shop signs, and as others verify", async () => {
    const timestamp = Math.floor(Date.now() / 1_000);
    const headers = await signWebhook(fresh, { id: "evt_1", timestamp, body });
    expect(headers).to.deep.equal(webhookHeaders([fresh], "evt_1", body, timestamp * 1_000));
    expect(new Webhook(fresh).verify(body, headers)).to.deep.equal(JSON.parse(body));
  });
});
