export type { ContentKind } from "./content/contentVersion.js";
export { defineContentCache } from "./content/contentCache.js";
export type { ContentDoc, ContentStore, Json } from "./content/content.js";
export {
  websiteDemos,
  websiteProductReviews,
  websiteProducts,
  websiteSolutions,
  websiteTeam,
  type DemoSiteInput,
  type ProductInput,
  type ProductReviewInput,
  type SolutionInput,
  type TeamMemberInput,
} from "./content/contentStores.js";
export { industryNames, industryTree, websiteIndustries, type IndustryBranch } from "./content/industry.store.js";
export { IndustryModel, type IndustryDoc } from "./content/industry.model.js";
export { ProductModel, type ProductDoc } from "./content/product.model.js";
export type { ProductReviewDoc } from "./content/productReview.model.js";
export { SolutionModel, type SolutionDoc } from "./content/solution.model.js";
export { TeamMemberModel, type TeamMemberDoc } from "./content/teamMember.model.js";
export type { DemoSiteDoc, LabelledValue } from "./content/demoSite.model.js";
export { SourceModel, type SourceDoc, type SourcePackage } from "./source/source.model.js";
export { websiteSources, type SourceInput } from "./source/source.store.js";
export {
  pageProductReviews,
  listProducts,
  listRelatedProducts,
  listRelatedSolutions,
  listSolutions,
} from "./content/shelf.queries.js";
export type { PolicyDoc } from "./content/policy.model.js";
export { policyInForce, websitePolicies, withForce, type PolicyInput } from "./content/policy.store.js";
export { homeContent } from "./content/homeContent.js";
export { readPage, savePages, type Pages } from "./content/pages.js";
export { MessageModel, type MessageDoc } from "./message/message.model.js";
export { createMessage } from "./message/createMessage.js";
export { deleteMessage, pageMessages, getMessage, handleMessage } from "./message/messages.js";
export type { UploadDoc } from "./source/upload.model.js";
export {
  abortUpload,
  completeUpload,
  getUploadWithParts,
  MOST_PACKAGE_BYTES,
  partCount,
  partUrls,
  startUpload,
} from "./source/uploadPackage.js";
export type { DownloadDoc } from "./source/download.model.js";
export { eachDownload, pageDownloads } from "./source/download.queries.js";
export { downloadSource, pageDownloadsOfMember, recordDownload } from "./source/downloadSource.js";
export { websiteProfile } from "./content/websiteProfile.js";
export { websiteRecycling } from "./website.recycling.js";
