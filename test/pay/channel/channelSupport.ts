import { expect } from "chai";
import { ensurePayApps } from "#shared/domains/pay/channel/ensurePayApps.js";
import { PayChannelModel, type PayChannelDoc } from "#shared/domains/pay/channel/payApp.model.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { startService } from "#test/support/service.js";
import { control } from "../support.js";

export const base = "/admin-api/pay/channel";
type Config = Record<string, string>;
/** Another merchant at a provider of the sandbox (`merchantId`: other keys of one): what an operator enters. */
export const merchantAt = (platform: string, merchantId?: string): Promise<Config> =>
  control("POST", "/pay/merchants", { platform, ...(merchantId ? { merchantId } : {}) });

export let operator: BuiltOperator;
/** Before the tests: an operator who may do all. */
export async function beginAsOperator(): Promise<void> {
  await startService();
  await ensurePayApps();
  operator = await buildOperator();
}
let count = 0;
/** An app of its own, so that nobody else's channels are touched. */
export async function newApp(): Promise<number> {
  const body = { appKey: `m-${process.pid}-${++count}`, name: "m", status: 0, orderNotifyUrl: "", refundNotifyUrl: "" };
  return (await operator.client.post("/admin-api/pay/app/create", body)).data as number;
}
export async function newChannel(appId: number, code: string, entered: object | null): Promise<number> {
  const reply = await operator.client.post(`${base}/create`, { appId, code, status: 0, feeRate: 0.6, config: entered });
  expect(reply.code, reply.msg).to.equal(0);
  return reply.data as number;
}
export const channelOf = async (id: number): Promise<PayChannelDoc> =>
  (await PayChannelModel.findById(id).lean<PayChannelDoc>())!;
export const view = async (id: number) => (await operator.client.get(`${base}/get?id=${id}`)).data;
export const update = async (id: number, change: object) => {
  const { appId, code, status, feeRate } = await view(id);
  return operator.client.put(`${base}/update`, { id, appId, code, status, feeRate, ...change });
};
