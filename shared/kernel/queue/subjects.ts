/** The kinds of things that jobs are about, as an operator looks for them. */
export const subjectKinds = [
  "orderId",
  "payOrderId",
  "memberId",
  "refundId",
  "attemptId",
  "callbackId",
  "notifyId",
  "reconciliationId",
  "invoiceId",
  "parcelId",
  "pushId",
  "groupId",
  "spuId",
  "smsCodeId",
  "smsId",
  "videoId",
  "vodCallbackId",
  "liveId",
  "liveCallbackId",
  "chatGroupId",
  "uploadId",
  "sourceId",
  "messageId",
  "alertDeliveryId",
  "replayId",
  "jobBatchId",
] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** What a job is about: what an operator finds it by. Ids alone, which a number or a name leads to. */
export type About = Partial<Record<SubjectKind, number | string | readonly number[]>>;

/** One subject as rows are found by it: "orderId:17". */
export const subject = (kind: SubjectKind, id: number | string): string => `${kind}:${id}`;

/** All of them, as they are kept in a row. */
export const subjectsOf = (about: About): string[] =>
  (Object.entries(about) as [SubjectKind, number | string | readonly number[]][]).flatMap(([kind, ids]) =>
    (typeof ids === "object" ? ids : [ids]).map((id) => subject(kind, id)),
  );

/** The other way round: what a row is about with what its runs learned, a kind's ids together. */
export function aboutOf(subjects: readonly string[]): Record<string, (number | string)[]> {
  const about: Record<string, (number | string)[]> = {};
  for (const one of subjects) {
    const at = one.indexOf(":");
    const id = one.slice(at + 1);
    (about[one.slice(0, at)] ??= []).push(/^\d{1,15}$/.test(id) ? Number(id) : id);
  }
  return about;
}
