import { defineErrors } from "#shared/platform/errors.js";

/** Refusals of operators' files (domain-facts 6.2, 1001003). */
export const mediaErrors = defineErrors("media", {
  FileNotFound: { code: 1001003001, en: "The file does not exist", zh: "文件不存在" },
  FileEmpty: { code: 1001003002, en: "Nothing has been uploaded", zh: "文件为空" },
});
