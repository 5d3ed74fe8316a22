import { randomBytes, randomInt } from "node:crypto";
import { DateTime } from "luxon";
import { clock, days, minutes, seconds } from "#shared/kernel/time/clock.js";
import { errors } from "#shared/kernel/request/errors.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { sealValue } from "#shared/kernel/security/sealed.js";
import { memberErrors, smsErrors } from "../member.errors.js";
import { sendSms } from "../member.jobs.js";
import { findMember, findMemberByMobile } from "../member.queries.js";
import type { Caller } from "../signIn/signInLocks.js";
import {
  SmsAddressModel,
  SmsCodeModel,
  SmsMobileModel,
  type SmsAddressDoc,
  type SmsMobileDoc,
} from "./smsCode.model.js";
import { SmsStatus } from "./smsCode.states.js";
import { codeHashOf } from "./smsCodes.js";
import { SmsScene } from "./smsScene.codes.js";

const INTERVAL_MS = seconds(60);
const PER_DAY = 10;
/** From then on each needs a proof, as many members may share an address; ten times as many is the end. */
const UNPROVED_PER_ADDRESS_AND_DAY = 50;
const PER_ADDRESS_AND_DAY = 500;
export const CODE_MINUTES = 10;

interface SmsCodeRequest {
  mobile: string;
  scene: SmsScene;
  /** Who is signed in, if anyone: codes for a new password go only to their own mobile. */
  memberId?: number | undefined;
}

/**
 * Creates a code and queues its message (rules: Sign-in). TooFast and TooManyToday count over all scenes of a mobile,
 * over all mobiles of an address 50 per day, then with a proof each (ProofNeeded), 500 at most (429). A mobile that must not get a message is answered and counted like any
 * other, so that it does not reveal which ones are members; only a signed-in caller who wants another member's mobile
 * gets MobileOfAnother, and that is counted too.
 */
export async function sendSmsCode(request: SmsCodeRequest, caller: Caller): Promise<void> {
  const { mobile, scene } = request;
  const isOfAnother = await belongsToAnother(request);
  const isSent = !isOfAnother && (await mayReach(request));
  const code = String(randomInt(10_000)).padStart(4, "0");
  const codeHash = isSent ? codeHashOf(mobile, scene, code) : randomBytes(32).toString("hex");
  const today = DateTime.fromMillis(clock.ms(), { zone: "Asia/Shanghai" });
  const _id = await nextId("smsCodes");
  const addressId = caller.exempt ? undefined : `${today.toFormat("yyyy-MM-dd")} ${caller.network}`;
  await beginCounters(mobile, addressId);
  if (addressId !== undefined && (await sentFrom(addressId)) >= UNPROVED_PER_ADDRESS_AND_DAY) await caller.prove();
  await inTransaction(async () => {
    if (addressId !== undefined) await countForAddress(addressId, today);
    await countForMobile(mobile, today.toFormat("yyyy-MM-dd"));
    const status = isSent ? SmsStatus.waiting : SmsStatus.unaddressed;
    const expiresAt = clock.after(minutes(CODE_MINUTES));
    await SmsCodeModel.create([{ _id, mobile, scene, codeHash, createIp: caller.ip, expiresAt, status }]);
    const sealedId = await sealValue({ code, smsCodeId: _id }, minutes(CODE_MINUTES));
    if (isSent) await enqueue(sendSms, { smsCodeId: _id, sealedId });
  });
  if (isOfAnother) throw memberErrors.MobileOfAnother();
}

/** Is the new mobile that a member wants (scene 2) another member's? */
async function belongsToAnother({ mobile, scene, memberId }: SmsCodeRequest): Promise<boolean> {
  if (scene !== SmsScene.changeMobile || memberId === undefined) return false;
  const owner = await findMemberByMobile(mobile);
  return owner !== null && owner._id !== memberId;
}

/** Scene 3 reaches only the token's own mobile, scene 4 only a member's (rules: Sign-in). */
async function mayReach({ mobile, scene, memberId }: SmsCodeRequest): Promise<boolean> {
  if (scene === SmsScene.changePassword)
    return memberId !== undefined && (await findMember(memberId))?.mobile === mobile;
  if (scene === SmsScene.forgottenPassword) return (await findMemberByMobile(mobile)) !== null;
  return true;
}

/** Creates the counters' rows outside the transaction, which a duplicate key of concurrent first sends would abort. */
export async function beginCounters(mobile: string, addressId: string | undefined): Promise<void> {
  const keepUntil = clock.after(days(2));
  await SmsMobileModel.updateOne(
    { _id: mobile },
    { $set: { keepUntil }, $setOnInsert: { lastSentAt: new Date(0), day: "", sentToday: 0 } },
    { upsert: true },
  );
  if (addressId !== undefined)
    await SmsAddressModel.updateOne(
      { _id: addressId },
      { $set: { keepUntil }, $setOnInsert: { count: 0 } },
      { upsert: true },
    );
}

export async function countForMobile(mobile: string, day: string): Promise<void> {
  const row = await SmsMobileModel.findById(mobile).lean<SmsMobileDoc>();
  const sentToday = row?.day === day ? row.sentToday : 0;
  if (!row || clock.ms() - row.lastSentAt.getTime() < INTERVAL_MS) throw smsErrors.TooFast({}, 60);
  if (sentToday >= PER_DAY) throw smsErrors.TooManyToday();
  const { modifiedCount } = await SmsMobileModel.updateOne(
    { _id: mobile, lastSentAt: row.lastSentAt },
    { $set: { lastSentAt: clock.now(), day, sentToday: sentToday + 1 } },
  );
  if (modifiedCount === 0) throw smsErrors.TooFast({}, 60);
}

const sentFrom = async (addressId: string): Promise<number> =>
  (await SmsAddressModel.findById(addressId).lean<SmsAddressDoc>())?.count ?? 0;

export async function countForAddress(
  addressId: string,
  today: DateTime,
  most: number = PER_ADDRESS_AND_DAY,
): Promise<void> {
  const { modifiedCount } = await SmsAddressModel.updateOne(
    { _id: addressId, count: { $lt: most } },
    { $inc: { count: 1 } },
  );
  if (modifiedCount === 0) throw errors.TooManyRequests({}, Math.ceil(today.endOf("day").diff(today).as("seconds")));
}
