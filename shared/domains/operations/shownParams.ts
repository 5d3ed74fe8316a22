import { redactSecrets } from "#shared/kernel/observability/log.js";

const MOST_PARAMS = 2_000;
const MOST_TEXT = 300;

/**
 * Names of a query whose values may be kept. All others are left out, so that a new parameter is a secret until somebody
 * has thought about it: who reads a log must not be able to sign in, to confirm or to call back as somebody else.
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

/** The parameters of a request as they are kept; bounded. */
export function shownParams(params: Record<string, unknown>): Record<string, unknown> {
  const shown = Object.fromEntries(
    // A name with a dot or a dollar means something to the store.
    Object.entries(params).map(([name, value]) => [
      name.replace(/[.$]/g, "_").slice(0, 60),
      !shownNames.has(name) ? "[redacted]" : typeof value === "string" ? value.slice(0, MOST_TEXT) : value,
    ]),
  );
  const redacted = redactSecrets(shown);
  return JSON.stringify(redacted).length > MOST_PARAMS ? { tooLong: true } : redacted;
}
