import { ArticleModel, BannerModel } from "#shared/domains/promotion/index.js";
import { createMessage, MessageModel } from "#shared/domains/website/index.js";
import {
  buildDemoSite,
  buildIndustry,
  buildPolicy,
  buildSolution,
  buildSource,
  buildTeamMember,
  buildWebsiteProduct,
  buildWebsiteReview,
} from "#test/factories/website.js";
import { made, modelOf, type Deletable } from "./deletableSupport.js";

const website = (kind: string, collection: string, build: Deletable["build"]): Deletable => ({
  kind: `website-${kind}`,
  base: `website/${kind}`,
  model: modelOf(collection),
  build,
});
/** What the website and the shop's front pages show. */
export const contentDeletables: Deletable[] = [
  website("product", "websiteProducts", () => buildWebsiteProduct()),
  website("product-review", "websiteProductReviews", async () => buildWebsiteReview(await buildWebsiteProduct())),
  website("solution", "websiteSolutions", () => buildSolution()),
  website("solution-category", "websiteIndustries", () => buildIndustry()),
  website("source", "websiteSources", () => buildSource()),
  website("team", "websiteTeamMembers", () => buildTeamMember()),
  website("demo", "websiteDemoSites", () => buildDemoSite()),
  website("policy", "websitePolicies", () => buildPolicy({ published: false })),
  {
    kind: "website-message",
    base: "website/message",
    model: MessageModel,
    async build(_client, name) {
      await createMessage({ name: "Li Lei", email: "li@example.com", subject: name, message: "Hello" });
      return (await MessageModel.findOne({ subject: name }).orFail().lean<{ _id: number }>())._id;
    },
  },
  {
    kind: "banner",
    base: "promotion/banner",
    model: BannerModel,
    build: (client, name) => made(client, "promotion/banner", placed(name)),
  },
  {
    kind: "article",
    base: "promotion/article",
    model: ArticleModel,
    build: (client, name) => made(client, "promotion/article", { ...placed(name), content: "<p>Text</p>" }),
  },
];

const placed = (title: string) => ({
  title,
  url: "/pages/index",
  picUrl: "https://cdn.example.com/a.png",
  position: 1,
  sort: 0,
  status: 1,
});
