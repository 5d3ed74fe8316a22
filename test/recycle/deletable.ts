import { ActivityModel } from "#shared/domains/promotion/activity/activity.model.js";
import { SeckillConfigModel, createSeckillConfig } from "#shared/domains/promotion/activity/index.js";
import { OperatorModel } from "#shared/domains/operator/index.js";
import { RoleModel } from "#shared/domains/operator/role/role.model.js";
import { AlertRuleModel } from "#shared/domains/operations/alert/alertRule.model.js";
import { WebhookEndpointModel } from "#shared/domains/webhook/webhookEndpoint.model.js";
import {
  BrandModel,
  CategoryModel,
  createProperty,
  createPropertyValue,
  shelveSpu,
  SpuModel,
} from "#shared/domains/catalog/index.js";
import { PropertyModel, PropertyValueModel } from "#shared/domains/catalog/property/property.model.js";
import { LiveModel } from "#shared/domains/live/index.js";
import { LiveMountModel } from "#shared/domains/live/mount/liveMount.model.js";
import { LiveRoomModel } from "#shared/domains/live/room/liveRoom.model.js";
import { MemberLevelModel } from "#shared/domains/member/index.js";
import { CouponTemplateModel } from "#shared/domains/promotion/coupon/couponTemplate.model.js";
import { DiscountActivityModel, RewardActivityModel } from "#shared/domains/promotion/index.js";
import { RechargePackageModel } from "#shared/domains/recharge/rechargePackage.model.js";
import { DeliveryTemplateModel } from "#shared/domains/trade/delivery/deliveryTemplate.model.js";
import { ExpressCompanyModel } from "#shared/domains/trade/delivery/expressCompany.model.js";
import { PickUpStoreModel } from "#shared/domains/trade/delivery/pickUpStore.model.js";
import { ReturnAddressModel } from "#shared/domains/trade/delivery/returnAddress.model.js";
import { buildBargain, buildGroupBuy, buildPointActivity, buildSeckill } from "#test/factories/activity.js";
import { buildLevel } from "#test/factories/level.js";
import { buildLive, buildLiveMount, buildLiveRoom } from "#test/factories/live.js";
import { buildCouponTemplate, buildDiscountActivity, buildRewardActivity } from "#test/factories/promotion.js";
import { buildBrand, buildCategory, buildSpu, ownPlace } from "#test/factories/spu.js";
import { buildStore } from "#test/factories/store.js";
import type { Client } from "#test/support/client.js";
import { contentDeletables } from "./deletableContent.js";
import { made, modelOf, type Deletable } from "./deletableSupport.js";

const closed = async (client: Client, noun: string, id: number): Promise<number> => {
  await client.put(`/admin-api/promotion/${noun}/close`, { id });
  return id;
};
const dayOf = new Map<string, number>();
/** A day that no other test has a rule for, the same for the same name. */
const ownDay = (name: string): number => {
  if (!dayOf.has(name)) dayOf.set(name, 340 + dayOf.size);
  return dayOf.get(name)!;
};
const activity = (noun: string, build: () => Promise<{ activityId: number }>): Deletable => ({
  kind: noun,
  base: `promotion/${noun}`,
  model: ActivityModel,
  build: async (client) => closed(client, noun, (await build()).activityId),
});

export const deletables: Deletable[] = [
  {
    kind: "delivery-express",
    base: "trade/delivery/express",
    model: ExpressCompanyModel,
    build: (client, name) => made(client, "trade/delivery/express", { code: name, name, sort: 1, status: 0 }),
    taken: 1011004001,
  },
  {
    kind: "delivery-express-template",
    base: "trade/delivery/express-template",
    model: DeliveryTemplateModel,
    build: (client, name) =>
      made(client, "trade/delivery/express-template", {
        name,
        chargeMode: 1,
        sort: 1,
        charges: [{ areaIds: [1], startCount: 1, startPrice: 700, extraCount: 1, extraPrice: 300 }],
        frees: [],
      }),
    taken: 1011005000,
  },
  {
    kind: "delivery-pick-up-store",
    base: "trade/delivery/pick-up-store",
    model: PickUpStoreModel,
    build: (_client, name) => buildStore({ name }),
  },
  {
    kind: "return-address",
    base: "trade/return-address",
    model: ReturnAddressModel,
    build: (client, name) =>
      made(client, "trade/return-address", {
        name,
        mobile: "13800138000",
        areaId: 330106,
        detailAddress: "文三路 1 号库",
      }),
  },
  {
    kind: "category",
    base: "product/category",
    model: CategoryModel,
    build: async () => (await buildCategory()).categoryId,
    page: null,
  },
  {
    kind: "brand",
    base: "product/brand",
    model: BrandModel,
    build: (_client, name) => buildBrand({ name }),
    taken: 1008002002,
  },
  {
    kind: "property",
    base: "product/property",
    model: PropertyModel,
    build: (_client, name) => createProperty({ name }),
    taken: 1008003001,
  },
  {
    kind: "property-value",
    base: "product/property/value",
    model: PropertyValueModel,
    build: async (_client, name) => createPropertyValue({ propertyId: await createProperty({ name }), name }),
    page: null,
  },
  {
    kind: "spu",
    base: "product/spu",
    model: SpuModel,
    async build() {
      const { spuId } = await buildSpu(await ownPlace());
      await shelveSpu(spuId, -1);
      return spuId;
    },
    page: "tabType=4",
  },
  {
    kind: "sign-in-config",
    base: "member/sign-in/config",
    model: modelOf("signInRules"),
    build: (client, name) =>
      made(client, "member/sign-in/config", { day: ownDay(name), point: 1, experience: 0, status: 1 }),
    taken: 1004009001,
    page: null,
  },
  {
    kind: "level",
    base: "member/level",
    model: MemberLevelModel,
    build: async (_client, name) => (await buildLevel({ name }))._id,
    taken: 1004011001,
    page: null,
  },
  {
    kind: "discount-activity",
    base: "promotion/discount-activity",
    model: DiscountActivityModel,
    async build(client) {
      const { spuId, skuIds } = await buildSpu();
      const product = { spuId, skuId: skuIds[0]!, kind: "percent" as const, percent: 90, amountFen: null };
      return closed(client, "discount-activity", await buildDiscountActivity({ products: [product] }));
    },
  },
  {
    kind: "reward-activity",
    base: "promotion/reward-activity",
    model: RewardActivityModel,
    async build(client) {
      const { spuId } = await buildSpu();
      return closed(client, "reward-activity", await buildRewardActivity({ productScope: 2, scopeValues: [spuId] }));
    },
  },
  {
    kind: "coupon-template",
    base: "promotion/coupon-template",
    model: CouponTemplateModel,
    build: (_client, name) => buildCouponTemplate({ name }),
  },
  activity("seckill-activity", buildSeckill),
  activity("combination-activity", buildGroupBuy),
  activity("bargain-activity", buildBargain),
  activity("point-activity", buildPointActivity),
  {
    kind: "seckill-config",
    base: "promotion/seckill-config",
    model: SeckillConfigModel,
    async build(_client, name) {
      // Other tests have a slot of the whole day, and make it anew when it is gone.
      await modelOf("seckillConfigs").deleteMany({ deletedAt: null });
      return createSeckillConfig({ name, startTime: "01:00:00", endTime: "02:00:00", sliderPicUrls: [], status: 1 });
    },
    taken: 1013009001,
  },
  {
    kind: "pay-app",
    base: "pay/app",
    model: modelOf("payApps"),
    build: (client, name) => made(client, "pay/app", appOf(name)),
    taken: 1007000005,
  },
  {
    kind: "pay-channel",
    base: "pay/channel",
    model: modelOf("payChannels"),
    async build(client, name) {
      const found = await modelOf("payApps").findOne({ key: name }).lean<{ _id: number }>();
      const appId = found?._id ?? (await made(client, "pay/app", appOf(name)));
      return made(client, "pay/channel", { appId, code: "wallet", status: 0, feeRate: 0 });
    },
    taken: 1007001004,
  },
  {
    kind: "wallet-recharge-package",
    base: "pay/wallet-recharge-package",
    model: RechargePackageModel,
    build: (client, name) =>
      made(client, "pay/wallet-recharge-package", { name, payPrice: 100, bonusPrice: 1, status: 0 }),
    taken: 1007008013,
  },
  {
    kind: "live-room",
    base: "cloudlive/live-room",
    model: LiveRoomModel,
    build: async () => (await buildLiveRoom()).roomId,
  },
  {
    kind: "live-base-info",
    base: "cloudlive/live-base-info",
    model: LiveModel,
    build: async () => (await buildLive({ started: false })).live._id,
  },
  {
    kind: "live-spu",
    base: "cloudlive/live-spu",
    model: LiveMountModel,
    build: async () => (await buildLiveMount((await buildLive()).live._id)).mountId,
  },
  ...contentDeletables,
  {
    kind: "role",
    base: "system/role",
    model: RoleModel,
    build: (client, name) => made(client, "system/role", { name, code: name, permissions: [] }),
    taken: 1002002002,
  },
  {
    kind: "user",
    base: "system/user",
    model: OperatorModel,
    build: (client, name) =>
      made(client, "system/user", { username: name, nickname: name, password: `Pw-${name}-9`, roleIds: [] }),
    taken: 1002003000,
  },
  {
    kind: "alert-rule",
    base: "infra/alert-rule",
    model: AlertRuleModel,
    build: (client, name) =>
      made(client, "infra/alert-rule", { name, kind: "depth", threshold: 1_000_000, enabled: false }),
  },
  {
    kind: "webhook",
    base: "infra/webhook",
    model: WebhookEndpointModel,
    build: (client, name) =>
      made(client, "infra/webhook", { name, url: "https://example.com/hook", events: ["order.paid"], enabled: false }),
  },
];

const appOf = (name: string) => ({
  appKey: name,
  name,
  status: 0,
  orderNotifyUrl: "https://shop.example.com/paid",
  refundNotifyUrl: "",
});
