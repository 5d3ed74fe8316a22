import { GiftOutlined, TagsOutlined, TeamOutlined, TruckOutlined } from "@ant-design/icons";
import { page, type PageGroup } from "../shell/pages";

export const groups: PageGroup[] = [
  {
    title: ["Products", "商品"],
    icon: <TagsOutlined />,
    pages: [
      page("/products/*", ["Products", "商品"], "product:spu:query", () => import("./catalog/ProductsPage")),
      page(
        "/categories",
        ["Categories", "商品分类"],
        "product:category:query",
        () => import("./catalog/CategoriesPage"),
      ),
      page("/brands", ["Brands", "品牌"], "product:brand:query", () => import("./catalog/BrandsPage")),
      page(
        "/properties",
        ["Properties", "商品规格"],
        "product:property:query",
        () => import("./catalog/PropertiesPage"),
      ),
      page(
        "/stock-movements",
        ["Stock movements", "库存流水"],
        "product:stock-movement:query",
        () => import("./catalog/StockMovementsPage"),
      ),
      page("/reviews", ["Reviews", "商品评价"], "product:comment:query", () => import("./catalog/ReviewsPage")),
    ],
  },
  {
    title: ["Members", "会员"],
    icon: <TeamOutlined />,
    pages: [
      page("/members/*", ["Members", "会员"], "member:user:query", () => import("./members/MembersPage")),
      page("/member-levels", ["Member levels", "会员等级"], "member:level:query", () => import("./members/LevelsPage")),
      page(
        "/sign-in-rules",
        ["Check-in rules", "签到规则"],
        "member:sign-in-config:query",
        () => import("./members/SignInRulesPage"),
      ),
      page(
        "/member-records",
        ["Member records", "会员记录"],
        "member:point-record:query",
        () => import("./members/MemberRecordsPage"),
      ),
      page(
        "/points-settings",
        ["Points settings", "积分设置"],
        "member:config:query",
        () => import("./members/LoyaltyPage"),
      ),
    ],
  },
  {
    title: ["Promotions", "营销"],
    icon: <GiftOutlined />,
    pages: [
      page(
        "/promotion/coupon-templates",
        ["Coupon templates", "优惠券模板"],
        "promotion:coupon-template:query",
        () => import("./promotion/CouponTemplatesPage"),
      ),
      page(
        "/promotion/coupons",
        ["Member coupons", "会员优惠券"],
        "promotion:coupon:query",
        () => import("./promotion/CouponsPage"),
      ),
      page(
        "/promotion/discounts",
        ["Limited-time discounts", "限时折扣"],
        "promotion:discount-activity:query",
        () => import("./promotion/DiscountPage"),
      ),
      page(
        "/promotion/rewards",
        ["Spend and save", "满减送活动"],
        "promotion:reward-activity:query",
        () => import("./promotion/RewardPage"),
      ),
      page(
        "/promotion/seckill-slots",
        ["Flash sale slots", "秒杀场次"],
        "promotion:seckill-config:query",
        () => import("./promotion/SeckillSlotsPage"),
      ),
      page(
        "/promotion/seckills",
        ["Flash sales", "秒杀活动"],
        "promotion:seckill-activity:query",
        () => import("./promotion/SeckillPage"),
      ),
      page(
        "/promotion/combinations",
        ["Group-buys", "拼团活动"],
        "promotion:combination-activity:query",
        () => import("./promotion/CombinationPage"),
      ),
      page(
        "/promotion/combination-records",
        ["Group-buy records", "拼团记录"],
        "promotion:combination-record:query",
        () => import("./promotion/GroupRecordsPage"),
      ),
      page(
        "/promotion/bargains",
        ["Bargains", "砍价活动"],
        "promotion:bargain-activity:query",
        () => import("./promotion/BargainPage"),
      ),
      page(
        "/promotion/bargain-records",
        ["Bargain records", "砍价记录"],
        "promotion:bargain-record:query",
        () => import("./promotion/BargainRecordsPage"),
      ),
      page(
        "/promotion/points-mall",
        ["Points store", "积分商城"],
        "promotion:point-activity:query",
        () => import("./promotion/PointActivityPage"),
      ),
    ],
  },
  {
    title: ["Trade settings", "交易设置"],
    icon: <TruckOutlined />,
    pages: [
      page(
        "/setup/trade",
        ["Trade settings", "交易设置"],
        "trade:config:query",
        () => import("./setup/TradeConfigPage"),
      ),
      page(
        "/setup/express",
        ["Carriers", "快递公司"],
        "trade:delivery-express:query",
        () => import("./setup/ExpressPage"),
      ),
      page(
        "/setup/express-templates",
        ["Delivery fee templates", "运费模板"],
        "trade:delivery-express-template:query",
        () => import("./setup/FeeTemplatesPage"),
      ),
      page(
        "/setup/stores",
        ["Pick-up stores", "自提门店"],
        "trade:delivery-pick-up-store:query",
        () => import("./setup/StoresPage"),
      ),
      page(
        "/setup/return-addresses",
        ["Return addresses", "退货地址"],
        "trade:return-address:query",
        () => import("./setup/ReturnAddressesPage"),
      ),
    ],
  },
];
