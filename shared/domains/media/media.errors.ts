import { defineErrors } from "#shared/kernel/request/errors.js";

/** Refusals of operators' files (rules: Error codes). */
export const mediaErrors = defineErrors("media", {
  FileNotFound: { code: 1001003001, en: "The file does not exist", zh: "文件不存在" },
  FileEmpty: { code: 1001003002, en: "Nothing has been uploaded", zh: "文件为空" },
  UploadedTooMuch: {
    code: 1001003005,
    en: "More than {mebibytes} MiB of pictures in one day; please go on tomorrow",
    zh: "每日上传图片总量不能超过 {mebibytes} MiB，请明天再试",
  },
});
