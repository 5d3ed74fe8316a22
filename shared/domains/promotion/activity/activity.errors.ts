import { defineErrors } from "#shared/kernel/request/errors.js";

/** Codes that the trade already uses (rules: Error codes), and free ones of the same ranges for the rest. */
export const activityErrors = defineErrors("activity", {
  UnpaidActivityOrder: {
    code: 1011000032,
    en: "You have an unpaid order of this activity",
    zh: "交易订单创建失败，原因：存在未付款订单",
  },
  GroupInProgress: {
    code: 1011000116,
    en: "The group-buy of this order is in progress",
    zh: "拼团活动未结束，不能申请售后",
  },
  SeckillTotalLimit: {
    code: 1011003003,
    en: "You have bought as many as this flash sale allows",
    zh: "参与秒杀的商品，超过了秒杀总限购数量",
  },
  ActivityInUse: {
    code: 1013007009,
    en: "{count} orders, groups or bargains of this activity are still open",
    zh: "该活动还有 {count} 个未结束的订单、拼团或砍价，不能删除",
  },
  PointTotalLimit: {
    code: 1011003004,
    en: "You have taken as many as the points mall allows",
    zh: "参与积分活动的商品，超过了积分活动商品总限购数量",
  },

  PointNotFound: { code: 1013007000, en: "There is no such points-mall offer", zh: "积分商城活动不存在" },
  PointSpuConflict: {
    code: 1013007001,
    en: "The product is in another points-mall offer",
    zh: "存在商品参加了其它积分商城活动",
  },
  PointClosedNoUpdate: { code: 1013007002, en: "A closed offer cannot be changed", zh: "积分商城活动已关闭，不能修改" },
  PointNoDelete: {
    code: 1013007003,
    en: "An offer is deleted only when it is closed",
    zh: "积分商城活动未关闭或未结束，不能删除",
  },
  PointAlreadyClosed: { code: 1013007004, en: "The offer is closed already", zh: "积分商城活动已关闭，不能重复关闭" },
  PointClosed: { code: 1013007005, en: "This offer is closed", zh: "积分商品兑换失败，原因：积分商城活动已关闭" },
  PointSingleLimit: {
    code: 1013007006,
    en: "That is more at once than the offer allows",
    zh: "积分商品兑换失败，原因：单次限购超出",
  },
  PointGoodsMissing: {
    code: 1013007007,
    en: "The offer does not have this variant",
    zh: "积分商品兑换失败，原因：商品不存在",
  },
  PointStockShort: { code: 1013007008, en: "The offer has not enough left", zh: "积分商品兑换失败，原因：库存不足" },

  SeckillNotFound: { code: 1013008000, en: "There is no such flash sale", zh: "秒杀活动不存在" },
  SeckillSpuConflict: {
    code: 1013008002,
    en: "The product is in another flash sale of the same time",
    zh: "存在商品参加了其它秒杀活动，秒杀时段冲突",
  },
  SeckillClosedNoUpdate: {
    code: 1013008003,
    en: "A closed flash sale cannot be changed",
    zh: "秒杀活动已关闭，不能修改",
  },
  SeckillNoDelete: {
    code: 1013008004,
    en: "A flash sale is deleted only when it is closed or over",
    zh: "秒杀活动未关闭或未结束，不能删除",
  },
  SeckillAlreadyClosed: {
    code: 1013008005,
    en: "The flash sale is closed already",
    zh: "秒杀活动已关闭，不能重复关闭",
  },
  SeckillStockShort: { code: 1013008006, en: "The flash sale is sold out", zh: "秒杀失败，原因：秒杀库存不足" },
  SeckillNotInTime: {
    code: 1013008007,
    en: "It is not the time of this flash sale",
    zh: "秒杀失败，原因：不在活动时间范围内",
  },
  SeckillClosed: { code: 1013008008, en: "This flash sale is closed", zh: "秒杀失败，原因：秒杀活动已关闭" },
  SeckillSingleLimit: {
    code: 1013008009,
    en: "That is more at once than the flash sale allows",
    zh: "秒杀失败，原因：单次限购超出",
  },
  SeckillGoodsMissing: {
    code: 1013008010,
    en: "The flash sale does not have this variant",
    zh: "秒杀失败，原因：商品不存在",
  },

  SlotNotFound: { code: 1013009000, en: "There is no such time slot", zh: "秒杀时段不存在" },
  SlotOverlap: { code: 1013009001, en: "Another time slot overlaps", zh: "秒杀时段冲突" },
  SlotClosed: { code: 1013009004, en: "The time slot is not in use", zh: "秒杀时段已关闭" },
  SlotInUse: {
    code: 1013009005,
    en: "{count} flash sales have this time slot",
    zh: "有 {count} 个秒杀活动使用该时段，无法删除",
  },

  GroupBuyNotFound: { code: 1013010000, en: "There is no such group-buy", zh: "拼团活动不存在" },
  GroupBuySpuConflict: {
    code: 1013010001,
    en: "The product is in another group-buy",
    zh: "存在商品参加了其它拼团活动",
  },
  GroupBuyClosedNoUpdate: {
    code: 1013010002,
    en: "A closed group-buy cannot be changed",
    zh: "拼团活动已关闭，不能修改",
  },
  GroupBuyNoDelete: {
    code: 1013010003,
    en: "A group-buy is deleted only when it is closed or over",
    zh: "拼团活动未关闭或未结束，不能删除",
  },
  GroupBuyClosed: { code: 1013010004, en: "This group-buy is closed", zh: "拼团失败，原因：拼团活动已关闭" },
  GroupBuyGoodsMissing: {
    code: 1013010005,
    en: "The group-buy does not have this variant",
    zh: "拼团失败，原因：拼团活动商品不存在",
  },
  GroupBuyStockShort: {
    code: 1013010006,
    en: "The group-buy has not enough stock",
    zh: "拼团失败，原因：拼团活动商品库存不足",
  },

  GroupRecordNotFound: { code: 1013011000, en: "There is no such group-buy record", zh: "拼团记录不存在" },
  GroupHeadMissing: { code: 1013011002, en: "There is no such group to join", zh: "拼团失败，原因：父拼团不存在" },
  GroupFull: { code: 1013011003, en: "The group is full", zh: "拼团失败，原因：拼团人数已满" },
  GroupOneInProgress: {
    code: 1013011004,
    en: "You are in a group of this activity that is in progress",
    zh: "拼团失败，原因：存在该活动正在进行的拼团记录",
  },
  GroupNotStarted: { code: 1013011005, en: "The group-buy has not begun", zh: "拼团失败，活动未开始" },
  GroupEnded: { code: 1013011006, en: "The group-buy is over", zh: "拼团失败，活动已经结束" },
  GroupSingleLimit: {
    code: 1013011007,
    en: "That is more at once than the group-buy allows",
    zh: "拼团失败，原因：单次限购超出",
  },
  GroupTotalLimit: {
    code: 1013011008,
    en: "You have bought as many as this group-buy allows",
    zh: "拼团失败，原因：超出总购买次数",
  },

  BargainNotFound: { code: 1013012000, en: "There is no such bargain", zh: "砍价活动不存在" },
  BargainSpuConflict: { code: 1013012001, en: "The product is in another bargain", zh: "存在商品参加了其它砍价活动" },
  BargainClosedNoUpdate: { code: 1013012002, en: "A closed bargain cannot be changed", zh: "砍价活动已关闭，不能修改" },
  BargainNoDelete: {
    code: 1013012003,
    en: "A bargain is deleted only when it is closed or over",
    zh: "砍价活动未关闭或未结束，不能删除",
  },
  BargainStockShort: { code: 1013012004, en: "The bargain has not enough left", zh: "砍价活动库存不足" },
  BargainClosed: { code: 1013012005, en: "This bargain is closed", zh: "砍价活动已关闭" },
  BargainEnded: { code: 1013012006, en: "This bargain is over", zh: "砍价活动已经结束" },
  BargainNotStarted: { code: 1013012007, en: "This bargain has not begun", zh: "砍价活动未开始" },

  BargainRecordNotFound: { code: 1013013000, en: "There is no such bargain record", zh: "砍价记录不存在" },
  BargainJoined: {
    code: 1013013001,
    en: "You are bargaining for this already",
    zh: "参与失败，您已经参与当前砍价活动",
  },
  BargainLimit: {
    code: 1013013002,
    en: "You have bargained for this as often as allowed",
    zh: "参与失败，您已达到当前砍价活动的参与上限",
  },
  BargainNotSuccess: { code: 1013013004, en: "The price is not bargained down yet", zh: "下单失败，砍价未成功" },
  BargainOrdered: { code: 1013013005, en: "What was bargained for is ordered already", zh: "下单失败，该砍价已经下单" },
  HelpNotGoing: { code: 1013014000, en: "This bargaining is over", zh: "助力失败，砍价记录不处于进行中" },
  HelpSelf: { code: 1013014001, en: "You cannot help yourself", zh: "助力失败，不能助力自己" },
  HelpLimit: {
    code: 1013014002,
    en: "You have helped as often as this bargain allows",
    zh: "助力失败，您已达到当前砍价活动的助力上限",
  },
  HelpConflict: { code: 1013014003, en: "Many are helping at once, please try again", zh: "助力失败，请重试" },
  HelpedBefore: { code: 1013014004, en: "You have helped here already", zh: "助力失败，您已经助力过了" },
});
