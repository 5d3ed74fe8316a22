import { TagsOutlined, TeamOutlined } from "@ant-design/icons";
import { page, type PageGroup } from "../shell/pages";

export const groups: PageGroup[] = [
  {
    title: ["Products", "商品"],
    icon: <TagsOutlined />,
    pages: [
      page("/products/*", ["Products", "商品"], "product:spu:query", () => import("./catalog/ProductsPage")),
      page("/categories", ["Categories", "商品分类"], "product:category:query", () => import("./catalog/CategoriesPage")),
      page("/brands", ["Brands", "品牌"], "product:brand:query", () => import("./catalog/BrandsPage")),
      page("/properties", ["Properties", "商品规格"], "product:property:query", () => import("./catalog/PropertiesPage")),
      page("/reviews", ["Reviews", "商品评价"], "product:comment:query", () => import("./catalog/ReviewsPage")),
    ],
  },
  {
    title: ["Members", "会员"],
    icon: <TeamOutlined />,
    pages: [
      page("/members/*", ["Members", "会员"], "member:user:query", () => import("./members/MembersPage")),
      page("/member-levels", ["Member levels", "会员等级"], "member:level:query", () => import("./members/LevelsPage")),
      page("/sign-in-rules", ["Sign-in rules", "签到规则"], "member:sign-in-config:query", () => import("./members/SignInRulesPage")),
      page("/member-records", ["Member records", "会员记录"], "member:point-record:query", () => import("./members/MemberRecordsPage")),
      page("/points-settings", ["Points settings", "积分设置"], "member:config:query", () => import("./members/LoyaltyPage")),
    ],
  },
];
