import { defineErrors } from "#shared/kernel/request/errors.js";

/** Refusals about endpoints of third parties (rules: Webhooks). */
export const webhookErrors = defineErrors("webhook", {
  WebhookNotFound: { code: 1001021000, en: "There is no webhook endpoint {id}", zh: "Webhook 端点 {id} 不存在" },
  TooManyWebhooks: {
    code: 1001021001,
    en: "There are {most} webhook endpoints already: delete one first",
    zh: "Webhook 端点已达 {most} 个，请先删除",
  },
  WebhookDeliveryNotFound: {
    code: 1001021002,
    en: "There is no webhook delivery {id}; they are forgotten after 30 days",
    zh: "Webhook 投递 {id} 不存在；投递记录保留 30 天",
  },
  WebhookIsOff: {
    code: 1001021003,
    en: "The webhook endpoint is switched off: switch it on first",
    zh: "Webhook 端点已停用，请先启用",
  },
});
