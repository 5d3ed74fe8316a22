import { defineErrors } from "#shared/kernel/request/errors.js";

export const recycleErrors = defineErrors("recycle", {
  DeletedRowNotFound: {
    code: 1001004000,
    en: "Nothing that was deleted has this id",
    zh: "已删除的数据中不存在该编号",
  },
});
