export { websiteErrors } from "./website.errors.js";
export { checkUploadJob, mailMessageJob, recordDownloadJob, sweepUploadsJob } from "./website.jobs.js";
export type { ContentKind } from "./contentVersion.js";
export { defineContentCache, type ContentCache } from "./contentCache.js";
export { type ContentDoc, type ContentSearch, type ContentStore, type Json } from "./content.js";
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
export {
  industryNames,
  industryTree,
  websiteIndustries,
  type IndustryBranch,
  type IndustryInput,
} from "./industry.store.js";
export { IndustryModel, type IndustryDoc } from "./industry.model.js";
export { ProductModel, type ProductDoc } from "./product.model.js";
export { ProductReviewModel, type ProductReviewDoc } from "./productReview.model.js";
export { SolutionModel, type SolutionDoc } from "./solution.model.js";
export { TeamMemberModel, type TeamMemberDoc } from "./teamMember.model.js";
export { DemoSiteModel, type DemoSiteDoc, type LabelledValue } from "./demoSite.model.js";
export { SourceModel, type SourceDoc, type SourcePackage } from "./source.model.js";
export { websiteSources, type SourceInput } from "./source.store.js";
export {
  findProductReviewPage,
  listProducts,
  listRelatedProducts,
  listRelatedSolutions,
  listSolutions,
  type SolutionFilter,
} from "./shelf.queries.js";
export { PolicyModel, policyTypes, type PolicyDoc, type PolicyType } from "./policy.model.js";
export { policyInForce, websitePolicies, withForce, type PolicyInput } from "./policy.store.js";
export { homeContent } from "./homeContent.js";
export { kindOfPage, readPage, savePages, type PageName, type Pages, type StatItem } from "./pages.js";
export { MessageModel, type MessageDoc } from "./message.model.js";
export { createMessage, type MessageInput } from "./createMessage.js";
export { mailMessage } from "./mailMessage.js";
export { deleteMessage, findMessagePage, getMessage, handleMessage, type MessageSearch } from "./messages.js";
export { UploadModel, type UploadDoc } from "./upload.model.js";
export {
  abortUpload,
  completeUpload,
  getUpload,
  getUploadWithParts,
  MOST_PACKAGE_BYTES,
  partCount,
  partUrls,
  startUpload,
} from "./uploadPackage.js";
export { checkUpload } from "./checkUpload.js";
export { sweepUploads } from "./sweepUploads.js";
export { DownloadModel, type DownloadDoc } from "./download.model.js";
export { countDownloads, eachDownload, pageDownloads } from "./download.queries.js";
export { downloadSource, findDownloadPage, recordDownload } from "./downloadSource.js";
export { websiteProfile, type WebsiteProfile } from "./websiteProfile.js";
export { websiteRecycling } from "./website.recycling.js";
