import { DateTime } from "luxon";
import type { HeldKind } from "../queues/kindHold.queries.js";
import type { LimitedKind } from "../queues/kindLimit.queries.js";
import type { Hold } from "./flowFacts.js";
import type { Sentence } from "./flow.js";

/** Why something of the picture stands or is busy, each in one plain sentence. */

const UNITS = [
  { ms: 86_400_000, en: "d", zh: "天" },
  { ms: 3_600_000, en: "h", zh: "小时" },
  { ms: 60_000, en: "min", zh: "分钟" },
  { ms: 1_000, en: "s", zh: "秒" },
] as const;

/** A duration in the largest unit that holds it, rounded down; below a second it is 0 s. */
function span(ms: number): Sentence {
  const { ms: unit, en, zh } = UNITS.find((one) => ms >= one.ms) ?? UNITS[3];
  const count = Math.floor(ms / unit);
  return [`${count} ${en}`, `${count} ${zh}`];
}

/** The clock of the shop; with the day where it is another one. */
function time(at: Date, now: number): string {
  const moment = DateTime.fromJSDate(at, { zone: "Asia/Shanghai" });
  const isToday = moment.hasSame(DateTime.fromMillis(now, { zone: "Asia/Shanghai" }), "day");
  return moment.toFormat(isToday ? "HH:mm" : "MM-dd HH:mm");
}

const count = (number: number): string => number.toLocaleString("en-US");

export const reasons = {
  storeAway: (store: string, ageMs: number | undefined): Sentence => {
    if (ageMs === undefined) return [`${store} does not answer`, `${store} 无响应`];
    const [en, zh] = span(ageMs);
    return [`${store} does not answer, figures of ${en} ago`, `${store} 无响应，显示 ${zh}前的数据`];
  },
  storeSlow: (ageMs: number): Sentence => {
    const [en, zh] = span(ageMs);
    return [`the stores answer slowly, figures of ${en} ago`, `存储响应缓慢，显示 ${zh}前的数据`];
  },
  storeRefuses: (why: string): Sentence => [`Redis takes no jobs: ${why}`, `Redis 不接受任务：${why}`],
  held: ({ by, since }: Hold, now: number): Sentence => {
    const from: Sentence = since ? [` since ${time(since, now)}`, `${time(since, now)} 起`] : ["", ""];
    return [by ? `held by ${by}${from[0]}` : `held${from[0]}`, by ? `${from[1]}被 ${by} 暂停` : `${from[1]}已暂停`];
  },
  kindHeld: ({ job, by, at }: HeldKind, now: number): Sentence => [
    `${job} held by ${by} since ${time(at, now)}`,
    `${time(at, now)} 起 ${job} 被 ${by} 暂缓`,
  ],
  kindLimited: ({ job, perMinute, by, jobs }: LimitedKind): Sentence => [
    `${count(jobs)} ${jobs === 1 ? "waits its turn" : "wait their turn"}: ${job} limited to ${count(perMinute)} a minute by ${by}`,
    `${count(jobs)} 个依次等待：${job} 被 ${by} 限制为每分钟 ${count(perMinute)} 个`,
  ],
  noWorker: (): Sentence => ["no worker takes this queue", "没有工作进程处理该队列"],
  workersSilent: (): Sentence => ["its workers do not answer", "处理该队列的工作进程均无响应"],
  oldestWaits: (ms: number, allowedMs: number): Sentence => {
    const [waits, allowed] = [span(ms), span(allowedMs)];
    return [`oldest waits ${waits[0]}, ${allowed[0]} allowed`, `最久已等待 ${waits[1]}，上限 ${allowed[1]}`];
  },
  alertFires: (name: string, since: Date, now: number): Sentence => [
    `alert since ${time(since, now)}: ${name}`,
    `${time(since, now)} 起告警：${name}`,
  ],
  everyTryFails: (): Sentence => ["every try of the last 5 minutes failed", "近 5 分钟的执行全部失败"],
  everyTryOfMinuteFailed: (): Sentence => ["every try of this minute failed", "该分钟内的执行全部失败"],
  slotsFull: (slots: number, waiting: number): Sentence => [
    `all ${count(slots)} slots are taken, ${count(waiting)} wait`,
    `${count(slots)} 个并发已占满，${count(waiting)} 个等待`,
  ],
  deadLetters: (letters: number, most: number): Sentence => {
    const many = `${count(letters)}${letters >= most ? "+" : ""}`;
    return [letters === 1 ? "1 dead letter is open" : `${many} dead letters are open`, `${many} 条死信待处理`];
  },
  providersOff: (): Sentence => ["its providers are off", "所用服务未启用"],
  outboxBehind: (rows: number, ms: number): Sentence => {
    const [en, zh] = span(ms);
    return [`${count(rows)} late for their queue, the oldest for ${en}`, `${count(rows)} 个入队延迟，最久 ${zh}`];
  },
  jobsUnknown: (rows: number): Sentence => [
    rows === 1 ? "no process here knows 1 job" : `no process here knows ${count(rows)} jobs`,
    `${count(rows)} 个任务没有进程认识`,
  ],
  jobsKept: (rows: number): Sentence => [
    rows === 1 ? "1 job is held by an operator" : `${count(rows)} jobs are held by operators`,
    `${count(rows)} 个任务被暂缓`,
  ],
  notReporting: (ms: number): Sentence => {
    const [en, zh] = span(ms);
    return [`has not reported for ${en}`, `已 ${zh}未上报`];
  },
  callsHang: (calls: number, ms: number): Sentence => {
    const [en, zh] = span(ms);
    return [
      calls === 1
        ? `a call has waited for an answer for ${en}`
        : `${count(calls)} calls wait for an answer, one for ${en}`,
      `${count(calls)} 次调用等待响应，最久 ${zh}`,
    ];
  },
  callsFail: (calls: number): Sentence => [
    `the last ${count(calls)} calls failed`,
    `最近 ${count(calls)} 次调用全部失败`,
  ],
  draining: (): Sentence => ["an operator asked it to end", "操作员已请求其退出"],
  takesNothing: (): Sentence => ["takes nothing though jobs wait", "有任务等待却不取"],
  allSlotsTaken: (slots: number): Sentence => [`all ${count(slots)} slots are taken`, `${count(slots)} 个并发已占满`],
  noCron: (): Sentence => ["no cron process reports: nothing recurs", "没有 cron 进程上报：定时任务不会执行"],
  hostPaused: (failures: number, nextTryAt: Date, now: number): Sentence => [
    `failed ${count(failures)} times, next try ${time(nextTryAt, now)}`,
    `连续失败 ${count(failures)} 次，${time(nextTryAt, now)} 再试`,
  ],
  hostTriedAgain: (failures: number): Sentence => [
    `failed ${count(failures)} times, is being tried again`,
    `连续失败 ${count(failures)} 次，正在重试`,
  ],
  said: (words: string): Sentence => [words, words],
};
