import { recycling, type Recycling } from "#shared/kernel/mongo/recycling.js";
import {
  websiteDemos,
  websiteProductReviews,
  websiteProducts,
  websiteSolutions,
  websiteTeam,
} from "./content/contentStores.js";
import { websiteIndustries } from "./content/industry.store.js";
import { MessageModel } from "./message/message.model.js";
import { websitePolicies } from "./content/policy.store.js";
import { websiteSources } from "./source/source.store.js";

export const websiteRecycling: Recycling[] = [
  websiteProducts.recycling("Website product", "官网产品"),
  websiteProductReviews.recycling("Website product review", "官网产品评价"),
  websiteSolutions.recycling("Solution", "解决方案"),
  websiteIndustries.recycling("Solution category", "行业分类"),
  websiteSources.recycling("Source package", "源码包"),
  websiteTeam.recycling("Team member", "团队成员"),
  websiteDemos.recycling("Demo environment", "演示环境"),
  websitePolicies.recycling("Policy", "政策文档"),
  recycling({
    kind: "website-message",
    en: "Message to the company",
    zh: "官网留言",
    model: MessageModel,
    named: "subject",
    audit: ["website", "message"],
    right: { query: "website:message:query", restore: "website:message:update" },
  }),
];
