import { defineErrors } from "#shared/kernel/request/errors.js";

export const websiteErrors = defineErrors("website", {
  ProductNotFound: { code: 1017001000, en: "The product does not exist", zh: "产品不存在" },
  ProductReviewNotFound: { code: 1017001001, en: "The review does not exist", zh: "产品评价不存在" },
  SolutionNotFound: { code: 1017002000, en: "The solution does not exist", zh: "解决方案不存在" },
  IndustryNotFound: { code: 1017003000, en: "The industry category does not exist", zh: "行业分类不存在" },
  IndustryParentNotFound: {
    code: 1017003001,
    en: "The parent category does not exist",
    zh: "上级分类不存在",
  },
  IndustryInsideItself: {
    code: 1017003002,
    en: "A category cannot stand below itself",
    zh: "不能将分类移动到自身或其下级分类之下",
  },
  IndustryTooDeep: { code: 1017003003, en: "Categories go at most {levels} levels deep", zh: "分类最多 {levels} 级" },
  IndustryHasChildren: {
    code: 1017003004,
    en: "The category has {count} others below it",
    zh: "存在 {count} 个下级分类，无法删除",
  },
  IndustryInUse: {
    code: 1017003005,
    en: "The category is in use {count} times",
    zh: "分类正在使用中（{count} 处），无法删除",
  },
  SourceNotFound: { code: 1017004000, en: "The source package does not exist", zh: "源码包不存在" },
  SourceHasNoPackage: { code: 1017004001, en: "Nothing has been uploaded for it yet", zh: "源码包尚未上传" },
  UploadNotFound: { code: 1017004002, en: "The upload does not exist", zh: "上传任务不存在" },
  UploadNotOpen: { code: 1017004003, en: "The upload is not open any more", zh: "上传任务已结束" },
  TeamMemberNotFound: { code: 1017005000, en: "The team member does not exist", zh: "团队成员不存在" },
  DemoNotFound: { code: 1017006000, en: "The demo environment does not exist", zh: "演示环境不存在" },
  PolicyNotFound: { code: 1017007000, en: "There is no such policy", zh: "政策文档不存在" },
  PolicyInForce: {
    code: 1017007001,
    en: "A version that has been in force is never changed: write a new one",
    zh: "已生效的版本不可修改，请新建版本",
  },
  PolicyVersionTaken: { code: 1017007002, en: "There is such a version already", zh: "该版本号已存在" },
  MessageNotFound: { code: 1017008000, en: "The message does not exist", zh: "留言不存在" },
});
