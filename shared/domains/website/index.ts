export type { ContentKind } from "./contentVersion.js";
export { defineContentCache } from "./contentCache.js";
export type { ContentDoc, ContentStore, Json } from "./content.js";
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
} from "./contentStores.js";
export { industryNames, industryTree, websiteIndustries, type IndustryBranch } from "./industry.store.js";
export { IndustryModel, type IndustryDoc } from "./industry.model.js";
export { ProductModel, type ProductDoc } from "./product.model.js";
export type { ProductReviewDoc } from "./productReview.model.js";
export { SolutionModel, type SolutionDoc } from "./solution.model.js";
export { TeamMemberModel, type TeamMemberDoc } from "./teamMember.model.js";
export type { DemoSiteDoc, LabelledValue } from "./demoSite.model.js";
export { SourceModel, type SourceDoc, type SourcePackage } from "./source.model.js";
export { websiteSources, type SourceInput } from "./source.store.js";
export {
  findProductReviewPage,
  listProducts,
  listRelatedProducts,
  listRelatedSolutions,
  listSolutions,
} from "./shelf.queries.js";
export type { PolicyDoc } from "./policy.model.js";
export { policyInForce, websitePolicies, withForce, type PolicyInput } from "./policy.store.js";
export { homeContent } from "./homeContent.js";
export { readPage, savePages, type Pages } from "./pages.js";
export { MessageModel, type MessageDoc } from "./message.model.js";
export { createMessage } from "./createMessage.js";
export { deleteMessage, findMessagePage, getMessage, handleMessage } from "./messages.js";
export type { UploadDoc } from "./upload.model.js";
export {
  abortUpload,
  completeUpload,
  getUploadWithParts,
  MOST_PACKAGE_BYTES,
  partCount,
  partUrls,
  startUpload,
} from "./uploadPackage.js";
export type { DownloadDoc } from "./download.model.js";
export { countDownloads, eachDownload, pageDownloads } from "./download.queries.js";
export { downloadSource, findDownloadPage, recordDownload } from "./downloadSource.js";
export { websiteProfile } from "./websiteProfile.js";
export { websiteRecycling } from "./website.recycling.js";
