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
