import { pageSpus } from "#shared/domains/catalog/index.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { BannerModel } from "./placed.model.js";
import { articles, banners } from "./placedContent.js";
import { Place } from "../promotion.codes.js";

/** Seeds the demo shop's banners, one per place, and an article. No-op if a banner exists. */
export async function seedPlaced(): Promise<void> {
  if (await BannerModel.exists({})) return;
  const { list } = await pageSpus({ pageNo: 1, pageSize: 20 });
  const pictureOf = (place: number): string => list[place % list.length]?.picUrl ?? "";
  if (list.length === 0) return;
  const titles = [
    [Place.home, "Opening week 开业周", "/pages/index"],
    [Place.flashSale, "Flash sale 限时秒杀", "/pages/seckill/list"],
    [Place.bargainAndGroup, "Better together 拼团砍价", "/pages/group/list"],
    [Place.discounts, "Opening offers 开业特惠", "/pages/discount/list"],
    [Place.rewards, "Spend and save 满减", "/pages/reward/list"],
  ] as const;
  for (const [index, [position, title, url]] of titles.entries())
    await banners.create({
      title,
      url,
      picUrl: pictureOf(index),
      position,
      sort: 0,
      status: EnabledStatus.enabled,
      memo: "",
    });
  await articles.create({
    title: "How delivery works 配送说明",
    introduction: "When your parcel leaves, and how you follow it.",
    content:
      "<p>What you order before four in the afternoon leaves the same day. 16:00 前付款的订单当日发出。</p>" +
      "<p>The order shows where the parcel is; you may also pick it up at a store.</p>",
    picUrl: pictureOf(0),
    position: Place.home,
    sort: 0,
    status: EnabledStatus.enabled,
  });
}
