/**
 * The parts of the sentences that say why something stands where it stands. "{name}" takes a parameter,
 * "{count|job|jobs}" a word by its number. An English part begins in lower case; one that ends with a colon leads the
 * next.
 */
export const whyTexts = {
  nothingElse: { en: "nothing else is held up", zh: "不影响其他事项" },
  moreParts: { en: "{count} more {count|thing of it is|things of it are} open", zh: "另有 {count} 项未结束" },

  // Jobs.
  ofJob: { en: "its job {job}:", zh: "任务 {job}：" },
  jobDone: {
    en: "it ran to its end at {at}, at try {tries}",
    zh: "已于 {at} 执行完成（第 {tries} 次）",
  },
  jobCancelled: {
    en: "it was cancelled at {at}: what it was for had ended, or an operator cancelled it",
    zh: "已于 {at} 取消：其目的已不存在，或由操作人取消",
  },
  jobDead: {
    en: 'it failed for good at {at} after {tries} {tries|try|tries}, the last with "{words}"',
    zh: "已于 {at} 在 {tries} 次尝试后彻底失败，最后一次原因：“{words}”",
  },
  letterOpen: { en: "it does not run again until it is replayed", zh: "重放之前不会再执行" },
  letterReplayed: { en: "it was replayed at {at} as a new job", zh: "已于 {at} 作为新任务重放" },
  letterDiscarded: { en: 'it was discarded at {at} ("{words}")', zh: "已于 {at} 丢弃（“{words}”）" },
  jobHeld: {
    en: 'it waits until it is released: {who} held it at {at} ("{words}")',
    zh: "等待放行：{who} 于 {at} 暂缓（“{words}”）",
  },
  jobKindHeld: {
    en: 'it waits until jobs of kind {job} are released: {who} held all of them at {at} ("{words}")',
    zh: "等待放行 {job} 类任务：{who} 于 {at} 全部暂缓（“{words}”）",
  },
  jobInTurn: {
    en: 'it waits for its turn: {who} limited jobs of kind {job} to {perMinute} a minute at {at} ("{words}")',
    zh: "等待轮到：{who} 于 {at} 将 {job} 类任务限制为每分钟 {perMinute} 个（“{words}”）",
  },
  turnsBefore: { en: "{count} {count|is|are} before it", zh: "前面还有 {count} 个" },
  turnIsNext: { en: "it is the next of them", zh: "下一个即轮到" },
  jobScheduled: { en: "it waits for its time, {at}", zh: "未到时间，将于 {at} 执行" },
  jobUnknown: {
    en: "it waits for a process of a newer version: none here knows {job}",
    zh: "等待更新版本的进程：当前没有进程认识 {job}",
  },
  othersUnknown: {
    en: "{count} other {count|job waits|jobs wait} for the same",
    zh: "另有 {count} 个任务同样等待",
  },
  queueHeld: {
    en: "it waits until queue {queue} is resumed: {who} paused it at {at}",
    zh: "等待队列 {queue} 恢复：{who} 于 {at} 暂停",
  },
  queueHeldBySomebody: {
    en: "it waits until queue {queue} is resumed: it is paused, and the audit log does not say by whom",
    zh: "等待队列 {queue} 恢复：队列已暂停，审计日志未记录操作人",
  },
  noWorker: {
    en: "it waits for a worker: no process takes jobs of queue {queue}",
    zh: "等待工作进程：没有进程处理队列 {queue}",
  },
  redisAway: {
    en: "it waits for Redis, which does not answer for queue {queue}",
    zh: "等待 Redis：队列 {queue} 的 Redis 无响应",
  },
  othersInQueue: {
    en: "{count} other {count|job waits|jobs wait} in the same queue",
    zh: "该队列另有 {count} 个任务等待",
  },
  jobNotHandedOver: {
    en: "it was due at {at} and has not reached queue {queue}: no worker process hands jobs over",
    zh: "应于 {at} 执行，尚未进入队列 {queue}：没有工作进程转交任务",
  },
  jobRelays: { en: "it is due and on its way to queue {queue}", zh: "已到时间，正在进入队列 {queue}" },
  jobQueued: {
    en: "it waits for its turn in queue {queue}, where {count} {count|job waits|jobs wait} for {workers} {workers|worker|workers}",
    zh: "在队列 {queue} 中排队：{count} 个任务等待，{workers} 个工作进程",
  },
  jobRuns: { en: "it runs at {worker} since {at}, try {tries}", zh: "{worker} 自 {at} 起正在执行（第 {tries} 次）" },
  jobRunEnds: { en: "this run is ended by {at} at the latest", zh: "本次最迟于 {at} 结束" },
  jobFailing: {
    en: 'it failed {tries} {tries|time|times}, the last with "{words}"',
    zh: "已失败 {tries} 次，最近一次原因：“{words}”",
  },
  jobWaitsFor: {
    en: "it waits for {to}, whose last answer was {status}:",
    zh: "等待 {to}，其最近响应为 {status}：",
  },
  jobPutBack: { en: 'it was put back ("{words}")', zh: "已放回队列（“{words}”）" },
  nextTry: { en: "next try {at}", zh: "下次重试 {at}" },
  nextTryNow: { en: "its next try is due now", zh: "即将重试" },
  triesLeft: { en: "{count} more {count|try|tries} before it is given up", zh: "再失败 {count} 次后放弃" },
  othersFail: {
    en: "{count} other {count|job|jobs} of its kind {count|fails|fail} the same way",
    zh: "另有 {count} 个同类任务以同样原因失败",
  },
  runsOnceMore: {
    en: "it was asked for again meanwhile and runs once more afterwards",
    zh: "期间再次请求，结束后将再执行一次",
  },

  // Deliveries.
  delivered: { en: "it was taken by {host} at {at}, at try {tries}", zh: "{host} 已于 {at} 收到（第 {tries} 次）" },
  abandoned: {
    en: 'it was given up at {at} after {tries} {tries|try|tries}: {host} last answered "{words}"',
    zh: "已于 {at} 在 {tries} 次尝试后放弃：{host} 最后回应“{words}”",
  },
  untilSentAgain: { en: "nothing more is sent unless somebody sends it again", zh: "重新通知之前不再发送" },
  deliveryRuns: { en: "it is being sent to {host}, try {tries}", zh: "正在发送至 {host}（第 {tries} 次）" },
  deliveryBegins: { en: "its first try at {host} is due", zh: "即将首次发送至 {host}" },
  deliveryAgain: { en: "it is sent to {host} again, as asked", zh: "按要求即将重发至 {host}" },
  hostFailed: {
    en: 'it waits for {host}: it failed {tries} {tries|time|times}, the last with "{words}"',
    zh: "等待 {host}：已失败 {tries} 次，最近一次“{words}”",
  },
  hostPaused: {
    en: "it waits for {host}, which failed {count} times in a row and is left alone until {at}",
    zh: "等待 {host}：该地址连续失败 {count} 次，{at} 之前不再发送",
  },
  hostFull: {
    en: "it stands in line for {host} since {at}, which gets four at a time",
    zh: "自 {at} 起排队等待 {host}（每次最多四个）",
  },
  lastAnswer: { en: 'the last answer was "{words}"', zh: "最近一次回应“{words}”" },
  jobLost: {
    en: "its job is gone; {job} makes a new one after {at}",
    zh: "其任务已丢失，{job} 将在 {at} 后重新创建",
  },
  othersAtHost: {
    en: "{count} other {count|delivery waits|deliveries wait} for the same host",
    zh: "另有 {count} 个通知等待同一地址",
  },

  // Refunds.
  refundDone: { en: "the channel gave it back at {at}", zh: "渠道已于 {at} 退款" },
  refundInWallet: { en: "it is in the member's wallet", zh: "已退至会员钱包" },
  refundPaidOutside: { en: 'the member was paid outside ("{words}")', zh: "已线下退款（“{words}”）" },
  refundRechecked: {
    en: "the channel is asked {count} more {count|time|times} whether that stands, next {at}",
    zh: "还将向渠道核实 {count} 次，下次 {at}",
  },
  refundCameBack: {
    en: "the channel sent it back to the shop's own account: the member has nothing until paid outside",
    zh: "渠道已退回商户账户：线下退款之前会员未收到",
  },
  refundUndone: {
    en: "it is booked as refunded, but the channel's latest news say otherwise; it is asked again {at}, and if it stays so, the member must be paid outside",
    zh: "已记为退款成功，但渠道最新结果相反；{at} 再次核实，若无变化须线下退款",
  },
  refundMayCome: {
    en: 'it is booked as failed ("{words}"), but the channel may still give it back; it is asked again {at}',
    zh: "已记为失败（“{words}”），但渠道仍可能退款；{at} 再次核实",
  },
  refundFailed: {
    en: 'the channel refused it for good: "{words}"; the member has nothing until it is paid otherwise',
    zh: "渠道已拒绝：“{words}”；以其他方式退款之前会员未收到",
  },
  refundReplaced: { en: "it failed, and refund {id} took its place", zh: "已失败，由退款 {id} 代替" },
  refundBegins: { en: "it is about to be sent to the channel", zh: "即将提交渠道" },
  refundAtChannel: {
    en: "it waits for the channel, which has it since {at}",
    zh: "等待渠道处理：已于 {at} 提交",
  },
  refundIsAsked: { en: "the channel is being asked right now", zh: "正在查询渠道" },
  refundAskedAgain: { en: "the channel is asked again {at}", zh: "{at} 再次查询渠道" },
  refundToppedUp: {
    en: 'it waits for the shop: its balance at the channel is too low ("{words}"); once topped up, it is sent again by {at}',
    zh: "等待商户：渠道余额不足（“{words}”）；充值后最迟 {at} 自动重试",
  },
  refundNeedsAccount: {
    en: 'it waits for the shop: the payer\'s account cannot receive it ("{words}")',
    zh: "等待商户：付款账户无法收款（“{words}”）",
  },
  refundToOtherAccount: {
    en: "the channel was asked to pay it to another account of the payer",
    zh: "已申请渠道改退至用户其他账户",
  },
  refundToShop: { en: "the channel was asked to send it back to the shop", zh: "已申请渠道退回商户" },
  redirectRefused: { en: 'and refused ("{words}")', zh: "渠道拒绝（“{words}”）" },
  refundKeepsOthers: {
    en: "no other refund of this payment goes out meanwhile",
    zh: "在此期间该支付单的其他退款无法进行",
  },
  othersNeedMerchant: {
    en: "{count} other {count|refund waits|refunds wait} for the same",
    zh: "另有 {count} 笔退款同样等待",
  },

  // Payments.
  memberPays: { en: "it waits for the member, who can pay until {at}", zh: "等待会员支付，截止 {at}" },
  attemptOpen: { en: "a payment through {channel} is open, last begun at {at}", zh: "已发起 {channel} 支付（{at}）" },
  channelIsAsked: {
    en: "the channel is being asked right now, as an operator wanted",
    zh: "已应操作人要求，正在查询渠道",
  },
  attemptAsked: { en: "the channel is asked again {at}", zh: "{at} 再次查询渠道" },
  attemptRefused: { en: 'the channel refused the last try ("{words}")', zh: "最近一次被渠道拒绝（“{words}”）" },
  payExpires: {
    en: "its deadline {at} has passed: open payments are closed at the channel, then it is closed",
    zh: "已过截止时间 {at}：正在关闭渠道支付，随后关闭",
  },
  paid: { en: "it was paid at {at} through {channel}", zh: "已于 {at} 通过 {channel} 支付" },
  payRefunded: { en: "{amount} of it went back", zh: "其中 {amount} 已退" },
  payClosed: { en: "it was closed without a payment that counts", zh: "未支付，已关闭" },
  ofNotice: { en: "the merchant's notice {id}:", zh: "商户通知 {id}：" },
  ofRefund: { en: "its refund {no}:", zh: "退款 {no}：" },
  anomaliesOpen: {
    en: "{count} {count|anomaly of it waits|anomalies of it wait} to be looked at",
    zh: "有 {count} 条支付异常待处理",
  },

  // Orders.
  orderUnmarked: { en: "its payment is here, and it is about to count as paid", zh: "款项已到，即将记为已支付" },
  orderPartSent: {
    en: "a part of it is sent, the latest {at}; the rest waits for the shop to ship it",
    zh: "部分商品已发货（最近 {at}），其余等待商户发货",
  },
  orderToShip: { en: "it waits for the shop to ship it, paid since {at}", zh: "等待商户发货，{at} 已支付" },
  orderToPickUp: { en: "it waits for the member to pick it up, paid since {at}", zh: "等待会员自提，{at} 已支付" },
  orderGathers: { en: "it waits for the others of its group-buy", zh: "等待拼团成功" },
  orderGoesBack: {
    en: "its money goes back, so that its goods do not leave the shop",
    zh: "款项退回中，商品不再发出",
  },
  afterSaleApplied: {
    en: "it waits for the shop to decide on its after-sales case {no}",
    zh: "等待商户审核售后单 {no}",
  },
  afterSaleAgreed: {
    en: "it waits for the member to send goods back for its after-sales case {no}",
    zh: "等待会员按售后单 {no} 寄回商品",
  },
  afterSaleSent: {
    en: "it waits for the shop to take goods back for its after-sales case {no}",
    zh: "等待商户签收售后单 {no} 的退货",
  },
  afterSaleRefunding: {
    en: "it waits for the refund of its after-sales case {no}",
    zh: "等待售后单 {no} 退款",
  },
  orderUnderWay: {
    en: "it was shipped at {at} and waits for the member to receive it; it counts as received by {until} at the latest",
    zh: "已于 {at} 发货，等待会员收货；最迟 {until} 自动确认",
  },
  orderComesBack: {
    en: "its parcel was refused or is on its way back: it waits for the shop to refund it or to send it again",
    zh: "包裹被拒收或正在退回：等待商户退款或重新寄出",
  },
  orderCompleted: { en: "it was received at {at}", zh: "已于 {at} 收货" },
  orderOverdue: { en: "it was cancelled at {at}, as it was not paid in time", zh: "超时未支付，已于 {at} 取消" },
  orderRefunded: { en: "it was refunded in full and cancelled at {at}", zh: "已全额退款并于 {at} 取消" },
  orderCancelledByMember: { en: "its member cancelled it at {at}", zh: "会员已于 {at} 取消" },
  orderGroupFailed: { en: "its group-buy failed, so that it was cancelled at {at}", zh: "拼团失败，已于 {at} 取消" },
  orderCancelledByOperator: { en: "an operator cancelled it at {at}", zh: "操作人已于 {at} 取消" },
} as const satisfies Record<string, { en: string; zh: string }>;

export type WhyKey = keyof typeof whyTexts;
