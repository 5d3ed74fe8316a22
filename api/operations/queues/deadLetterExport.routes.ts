import { csvExport, named as namesOf, onlyCount, shopTime } from "#api/http/csv/csvExport.js";
import { deadLetterStatus, eachDeadLetter, pageDeadLetters } from "#shared/domains/operations/deadLetters/index.js";
import { DeadLetterStatus } from "#shared/domains/operations/operations.states.js";
import { named } from "./deadLetter.routes.js";
import { DeadLetterPageQuery } from "./deadLetter.schemas.js";

const status = namesOf({
  [DeadLetterStatus.open]: ["open", "待处理"],
  [DeadLetterStatus.replayed]: ["replayed", "已重放"],
  [DeadLetterStatus.discarded]: ["discarded", "已丢弃"],
});

export const deadLetterExport = csvExport({
  path: "/admin-api/infra/dead-letter",
  noun: "infra:dead-letter",
  summary: "Exports the dead letters that match the same filters, such as those of a cause, as a CSV file",
  pageQuery: DeadLetterPageQuery,
  count: async (query) => (await pageDeadLetters(await named(query), onlyCount)).total,
  rows: async function* (query) {
    yield* eachDeadLetter(await named(query));
  },
  columns: [
    ["Letter", "死信编号", (row) => row._id],
    ["Failed at", "失败时间", (row) => shopTime(row.createdAt)],
    ["Queue", "队列", (row) => row.queue],
    ["Job", "任务", (row) => row.job],
    ["Job id", "任务编号", (row) => row.bullId],
    ["Version", "版本", (row) => row.v],
    ["Enqueued in", "入队程序版本", (row) => row.enqueuedBuild ?? ""],
    ["Failed in", "失败程序版本", (row) => row.failedBuild ?? ""],
    ["Attempts", "尝试次数", (row) => row.attempts],
    ["Error", "错误名", (row) => row.error ?? ""],
    ["Reason", "原因", (row) => row.reason],
    ["Cause", "原因编号", (row) => row.cause ?? ""],
    ["Payload", "任务内容", (row) => JSON.stringify(row.payload ?? null)],
    ["Request", "请求编号", (row) => row.requestId],
    ["Status", "状态", (row) => status(deadLetterStatus(row))],
    ["Replayed at", "重放时间", (row) => shopTime(row.replayedAt)],
    ["Discarded at", "丢弃时间", (row) => shopTime(row.discardedAt)],
    ["Discarded because", "丢弃原因", (row) => row.discardReason ?? ""],
  ],
});
