import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import type { Shop, Shopper } from "../shopper.js";
import { expect, step, until } from "../walk.js";

interface Channel {
  id: number;
  appId: number;
  code: string;
  status: number;
  feeRate: number;
  config: { mchId?: string; keys: { name: string; fingerprint: string }[] } | null;
  olderKeysUntil: number | null;
}
/** The provider's data of a merchant, as entered for a channel. */
type Entered = Record<string, string>;
const CODE = "social_app";

/** A pay app with a channel of its own merchant: keys are written, never returned; a switch unlists the channel. */
export async function runChannels({ client }: Shopper, { operator, sandbox }: Shop): Promise<void> {
  const merchant = await sandbox.post<Entered>("/sandbox/pay/merchants", { platform: "wechatpay" });
  const appId = await step(
    "the operator makes a pay app",
    () =>
      operator.post<number>("/admin-api/pay/app/create", {
        appKey: `stall-${Date.now()}`,
        name: "Market stall",
        status: EnabledStatus.enabled,
        orderNotifyUrl: "",
        refundNotifyUrl: "",
      }),
    (id) => `app ${id}`,
  );
  const channelId = await step(
    "and a channel with its own merchant's keys",
    () =>
      operator.post<number>("/admin-api/pay/channel/create", {
        appId,
        code: CODE,
        status: EnabledStatus.enabled,
        feeRate: 0.6,
        config: merchant,
      }),
    (id) => `channel ${id}, merchant ${merchant["mchId"] ?? ""}`,
  );
  const before = await step(
    "the page names the keys that are set, no more",
    async () => {
      const page = await operator.get<{ list: Channel[] }>(`/admin-api/pay/channel/page?appId=${appId}`);
      const channel = page.list.find(({ id }) => id === channelId);
      expect(channel !== undefined, "the channel is not there");
      expect(channel.config?.mchId === merchant["mchId"], "it is of another merchant");
      hidesKeys(page, merchant);
      return channel;
    },
    keysOf,
  );
  const isListed = async (): Promise<boolean> =>
    (await client.post("/app-api/pay/channel/get-enable-code-list", { appId })).includes(CODE);
  // Each process of the service loads a change at its own time.
  const untilListed = (wanted: boolean): Promise<boolean> =>
    until("the change", async () => ((await isListed()) === wanted ? true : undefined));
  const row = { id: channelId, appId, code: CODE, feeRate: before.feeRate };
  await step("switched off it is gone from the clients' list", async () => {
    await untilListed(true);
    await operator.put("/admin-api/pay/channel/update", { ...row, status: EnabledStatus.disabled });
    await untilListed(false);
  });
  await step("switched on it is there again, its keys kept", async () => {
    await operator.put("/admin-api/pay/channel/update", { ...row, status: EnabledStatus.enabled });
    await untilListed(true);
    const now = await operator.get<Channel>(`/admin-api/pay/channel/get?id=${channelId}`);
    expect(keysOf(now) === keysOf(before), "its keys are others");
  });
  await step(
    "other keys: the old ones stay valid for a day",
    async () => {
      const { privateKey, certSerialNo } = await sandbox.post<Entered>("/sandbox/pay/merchants", {
        platform: "wechatpay",
        merchantId: merchant["mchId"],
      });
      await operator.put("/admin-api/pay/channel/rotate-key", { id: channelId, config: { privateKey, certSerialNo } });
      const now = await operator.get<Channel>(`/admin-api/pay/channel/get?id=${channelId}`);
      expect(keysOf(now) !== keysOf(before) && (now.olderKeysUntil ?? 0) > Date.now(), "the keys are the old ones");
      hidesKeys(now, { privateKey: privateKey ?? "" });
      return now;
    },
    keysOf,
  );
  await step("never used, both may be deleted", async () => {
    await operator.delete(`/admin-api/pay/channel/delete?id=${channelId}`);
    await operator.delete(`/admin-api/pay/app/delete?id=${appId}`);
  });
}

function keysOf({ config }: Channel): string {
  expect(config !== null && config.keys.length > 0, "no key is set");
  return config.keys.map(({ name, fingerprint }) => `${name} ${fingerprint.slice(0, 8)}`).join(", ");
}

function hidesKeys(answer: unknown, entered: Entered): void {
  const text = JSON.stringify(answer);
  for (const name of ["privateKey", "apiV3Key"] as const) {
    const key = (entered[name] ?? "").replaceAll(/-----[^-]+-----|\s/g, "");
    expect(key === "" || !text.includes(key.slice(0, 32)), `the answer shows the ${name}`);
  }
}
