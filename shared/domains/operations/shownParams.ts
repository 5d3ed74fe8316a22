import { redactSecrets } from "#shared/kernel/observability/log.js";

const MOST_PARAMS = 2_000;
const MOST_TEXT = 300;

/**
 * Query parameters whose values may be logged. All others are redacted, so that a new parameter is secret until
 * reviewed: a reader of the log must not be able to sign in, confirm or call back as somebody else.
 */
const shownNames = new Set(
  `
  acknowledged action activityId addStatus appId bizId bizType bot brandId
  categoryId channelCode channelId channelOrderNo chargeMode configId count createTime day
  deliveryType deployType discountType domain domainName duration enabled error eventType
  expires explainStatus failed fileId handled headId id invoiceType isMain
  job jobId keyword kind levelId liveId liveName liveRoomId liveType
  logType loginDate memberId memberUserId merchantOrderId merchantRefundId minutes module name
  nickname no operatorId orderId orderNo page pageNo pagePath pageSize
  parentId part path payChannelCode payOrderId payStatus policyType position processStatus
  productId productScope propertyId published queue reason refundStatus replayed replyStatus
  requestId requestUrl result resultCode roleId roomName ruleId scene scores
  sendStatus size sortAsc sortBy sortField spuId spuName status step
  steps sync tabType takeType templateId terminal times title tradeOrderId
  type unit uploadId userId userNickname userType username visitorId waiting
  walletId way
`
    .trim()
    .split(/\s+/),
);

/** The parameters of a request as logged; bounded in size. */
export function shownParams(params: Record<string, unknown>): Record<string, unknown> {
  const shown = Object.fromEntries(
    // Dots and dollars in a name have a meaning in MongoDB.
    Object.entries(params).map(([name, value]) => [
      name.replace(/[.$]/g, "_").slice(0, 60),
      !shownNames.has(name) ? "[redacted]" : typeof value === "string" ? value.slice(0, MOST_TEXT) : value,
    ]),
  );
  const redacted = redactSecrets(shown);
  return JSON.stringify(redacted).length > MOST_PARAMS ? { tooLong: true } : redacted;
}
