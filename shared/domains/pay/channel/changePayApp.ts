import { randomBytes } from "node:crypto";
import { recordOperation } from "#shared/domains/audit/index.js";
import { AddressRefused, checkGuardedUrl } from "#shared/kernel/http/addressGuard.js";
import { clock, hours } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { errors } from "#shared/kernel/request/errors.js";
import { nextId, reserveIdsUpTo } from "#shared/kernel/mongo/ids.js";
import { deleteAllLogically, deleteLogically } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction, isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
import { encryptSecret } from "#shared/kernel/security/sealed.js";
import type { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { payErrors } from "../pay.errors.js";
import { PayAppModel, PayChannelModel, type PayAppDoc } from "./payApp.model.js";
import { invalidatePayApps } from "./payApp.queries.js";
import { PayOrderModel } from "../order/payOrder.model.js";
import { PayRefundModel } from "../refund/payRefund.model.js";
import { PayAppId } from "./payChannel.codes.js";

/** How long replaced keys and secrets stay valid. */
export const ROTATION_MS = hours(24);

export type PayAppInput = Pick<PayAppDoc, "key" | "name" | "status" | "orderNotifyUrl" | "refundNotifyUrl">;

const newSigningSecret = (): string => encryptSecret(`whsec_${randomBytes(32).toString("base64")}`);

/** Creates an app with a signing secret; returns its id. Throws 1007000005 for a taken key, 400 for a bad address. */
export async function createPayApp(input: PayAppInput): Promise<number> {
  checkAddresses(input);
  // The shop's own two apps have fixed ids, whether they exist yet or not.
  await reserveIdsUpTo("payApps", PayAppId.wallet);
  const _id = await nextId("payApps");
  await withUniqueKey(() =>
    inTransaction(async () => {
      await PayAppModel.create([{ _id, ...input, secretBox: newSigningSecret() }]);
      await recordOperation({ module: "pay", action: "app.create", bizId: _id, after: input });
    }),
  );
  invalidatePayApps();
  return _id;
}

/** Existing orders keep the notify address that they were opened with. Throws 1007000000, 1007000005, 400. */
export async function updatePayApp(appId: number, input: PayAppInput): Promise<true> {
  checkAddresses(input);
  return change(appId, "app.update", input);
}

/** A disabled app takes no new payments; those under way continue. Throws 1007000000. */
export function updatePayAppStatus(appId: number, status: EnabledStatus): Promise<true> {
  return change(appId, "app.updateStatus", { status });
}

async function change(appId: number, action: string, set: Partial<PayAppInput>): Promise<true> {
  await withUniqueKey(() =>
    inTransaction(async () => {
      const before = inputOf(await payAppById(appId));
      await PayAppModel.updateOne({ _id: appId }, { $set: set });
      await recordOperation({ module: "pay", action, bizId: appId, before, after: { ...before, ...set } });
      invalidatePayApps();
    }),
  );
  return true;
}

/** Deletes an app with its channels. Throws 1007000000, 1007000003, 1007000004, 400 for the shop's own two apps. */
export async function deletePayApp(appId: number): Promise<true> {
  return inTransaction(async () => {
    const before = inputOf(await payAppById(appId));
    if (appId === PayAppId.mall || appId === PayAppId.wallet)
      throw errors.BadInput({ field: "id", reason: "the shop's own app cannot be deleted" });
    const orders = await PayOrderModel.countDocuments({ appId });
    if (orders > 0) throw payErrors.AppHasOrders({ count: orders });
    const refunds = await PayRefundModel.countDocuments({ appId });
    if (refunds > 0) throw payErrors.AppHasRefunds({ count: refunds });
    if (!(await deleteLogically(PayAppModel, { _id: appId }))) throw payErrors.AppNotFound();
    await deleteAllLogically(PayChannelModel, { appId });
    await recordOperation({ module: "pay", action: "app.delete", bizId: appId, before });
    invalidatePayApps();
    return true as const;
  });
}

/**
 * Issues a new signing secret. For 24 h deliveries are signed with the old one too, so that the receiver has time to
 * change. Throws 1007000000.
 */
export async function rotatePayAppSecret(appId: number): Promise<true> {
  return inTransaction(async () => {
    const { secretBox, olderSecrets = [] } = await payAppById(appId);
    const now = clock.now();
    const kept = [
      { box: secretBox, until: clock.after(ROTATION_MS) },
      ...olderSecrets.filter(({ until }) => until > now),
    ];
    const { modifiedCount } = await PayAppModel.updateOne(
      { _id: appId, secretBox },
      { $set: { secretBox: newSigningSecret(), olderSecrets: kept } },
    );
    if (modifiedCount === 0) throw new LostRace(`pay app ${appId}`);
    const before = { olderUntil: olderSecrets.map(({ until }) => until.getTime()) };
    const after = { olderUntil: kept.map(({ until }) => until.getTime()) };
    await recordOperation({ module: "pay", action: "app.rotateSecret", bizId: appId, before, after });
    invalidatePayApps();
    return true as const;
  });
}

async function payAppById(appId: number): Promise<PayAppDoc> {
  const app = await PayAppModel.findById(appId).lean<PayAppDoc>();
  if (!app) throw payErrors.AppNotFound();
  return app;
}

const inputOf = ({ key, name, status, orderNotifyUrl, refundNotifyUrl }: PayAppDoc): PayAppInput => ({
  key,
  name,
  status,
  orderNotifyUrl,
  refundNotifyUrl,
});

/** Refuses at once, with the field's name, an address that deliveries would refuse. Empty means no notifications. */
function checkAddresses(input: PayAppInput): void {
  for (const field of ["orderNotifyUrl", "refundNotifyUrl"] as const) {
    if (input[field] === "") continue;
    try {
      checkGuardedUrl(input[field], config.NOTIFY_ALLOW_HOSTS);
    } catch (error) {
      if (!(error instanceof AddressRefused)) throw error;
      throw errors.BadInput({ field, reason: error.message });
    }
  }
}

async function withUniqueKey<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicateKey(error, "key")) throw payErrors.AppKeyTaken();
    throw error;
  }
}
