/** Scenarios of parcels, and of providers that are slow, away or used up. */
import { z } from "zod";
import { isWatched, type Parcel } from "../express/parcels.js";
import { Count, No, scenario, subject, type Scenario, type Stage } from "./scenario.js";

const parcelsOf =
  ({ express }: Stage) =>
  (): Parcel[] =>
    express.parcels.list().filter(isWatched);

/** A parcel's tracks one after the other, all at once. */
const course = (
  name: string,
  texts: Pick<Scenario, "title" | "what">,
  tracks: readonly { content: string; back?: "refused" | "returning" | "returned" }[],
): Scenario =>
  scenario(name, texts, { no: No }, (stage, { no }) => {
    const parcel = subject(no, parcelsOf(stage));
    return async () => {
      const found = parcel();
      if (!found) return false;
      for (const { content, back = null } of tracks)
        await stage.express.addTrack(
          found.no,
          { content, back, time: stage.now(), delivered: false },
          { push: true, times: 1, badSignature: false },
        );
      return true;
    };
  });

const parcelLost = course(
  "parcel-lost",
  {
    title: { en: "A parcel is lost", zh: "包裹丢失" },
    what: {
      en: "The next parcel that the shop watches (or `no`) is picked up and under way; then its courier reports it lost.",
      zh: "商城关注的下一个包裹（可用 `no` 指定）被揽收、运输，随后快递员报告其丢失。",
    },
  },
  [{ content: "快件已被揽收" }, { content: "快件已到达【转运中心】" }, { content: "快件在运输途中遗失，请联系发件人" }],
);

const parcelRefused = course(
  "parcel-refused",
  {
    title: { en: "A parcel is refused and comes back", zh: "包裹被拒收并退回" },
    what: {
      en: "The next parcel that the shop watches (or `no`) is picked up, refused by its receiver, and goes back.",
      zh: "商城关注的下一个包裹（可用 `no` 指定）被揽收，收件人拒收，随后退回。",
    },
  },
  [
    { content: "快件已被揽收" },
    { content: "收件人拒收", back: "refused" },
    { content: "快件退回中", back: "returning" },
    { content: "退件已签收", back: "returned" },
  ],
);

const courierSilent = scenario(
  "courier-silent",
  {
    title: { en: "A courier says nothing", zh: "快递没有消息" },
    what: {
      en: "The next parcel that has a track (or `no`) is never pushed: only a query shows its tracks.",
      zh: "下一个有轨迹的包裹（可用 `no` 指定）不会推送：只有查询才能得知其轨迹。",
    },
  },
  { no: No },
  ({ plans, express }, { no = null }) => {
    plans.put({ platform: express.provider.name, subject: no, count: Infinity, lost: true });
    return undefined;
  },
);

const provider = z.string().min(1).max(32);
const DAY_MS = 24 * 3_600_000;

/** Faults of the next calls to a provider. */
const calls = (
  name: string,
  texts: Pick<Scenario, "title" | "what">,
  fault: { mode: "slow" | "error" | "tooMany"; after?: boolean; provider: string; delayMs: number },
): Scenario =>
  scenario(
    name,
    texts,
    {
      no: No,
      provider: provider.default(fault.provider),
      count: Count,
      delayMs: z.int().min(0).max(DAY_MS).default(fault.delayMs),
    },
    ({ faults }, { no, provider: platform, count, delayMs }) => {
      const more = { after: fault.after ?? false, path: null, ...(no !== undefined && { no }) };
      // An SMS provider has words of its own for it.
      const mode = fault.mode === "tooMany" && platform === "sms" ? "noQuota" : fault.mode;
      faults.put({ platform, mode, count, delayMs, ...more });
      return undefined;
    },
  );

const providerSlow = calls(
  "provider-slow",
  {
    title: { en: "A provider is slow", zh: "服务商响应慢" },
    what: {
      en: "The next `count` calls to `provider` (that name `no`) are answered rightly, but `delayMs` late.",
      zh: "对 `provider` 的下 `count` 次调用（可用 `no` 指定其中提到的编号）响应正确，但延迟 `delayMs` 毫秒。",
    },
  },
  { mode: "slow", provider: "wechatpay", delayMs: 2_000 },
);

const providerAway = calls(
  "provider-away",
  {
    title: { en: "A provider is away", zh: "服务商故障" },
    what: {
      en: "The next `count` calls to `provider` (that name `no`) are answered with its own error 500, and do nothing.",
      zh: "对 `provider` 的下 `count` 次调用（可用 `no` 指定其中提到的编号）返回其自身的 500 错误，且不产生任何效果。",
    },
  },
  { mode: "error", provider: "wechatpay", delayMs: 0 },
);

const lostAnswer = calls(
  "lost-answer",
  {
    title: { en: "A provider acts, and its answer is lost", zh: "服务商已处理但响应丢失" },
    what: {
      en: "The next `count` calls to `provider` (that name `no`) take effect, but are answered with error 500.",
      zh: "对 `provider` 的下 `count` 次调用（可用 `no` 指定其中提到的编号）已生效，但返回 500 错误。",
    },
  },
  { mode: "error", after: true, provider: "wechatpay", delayMs: 0 },
);

const quotaGone = calls(
  "quota-gone",
  {
    title: { en: "A quota is used up", zh: "配额用尽" },
    what: {
      en:
        "The next `count` calls to `provider` (that name `no`, such as a mobile) are refused: its package of messages is " +
        "used up; another provider than SMS answers 429, to come back after `delayMs`.",
      zh: "对 `provider` 的下 `count` 次调用（可用 `no` 指定其中提到的编号，如手机号）被拒绝：短信套餐包已用尽；短信以外的服务商返回 429，`delayMs` 毫秒后可重试。",
    },
  },
  { mode: "tooMany", provider: "sms", delayMs: 60_000 },
);

export const otherScenarios: readonly Scenario[] = [
  parcelLost,
  parcelRefused,
  courierSilent,
  providerSlow,
  providerAway,
  lostAnswer,
  quotaGone,
];
