import { endpoint, operator } from "#api/http/endpoint.js";
import { findBargainRecordPage, findGroupRecordPage } from "#shared/domains/activity/index.js";
import { BargainRecordAdminPage, GroupRecordAdminPage } from "./activity.schemas.js";
import { bargainRecordRow, groupRecordAdminView } from "./activity.views.js";
import { BargainRecordPageQuery, GroupRecordPageQuery } from "./activityAdmin.schemas.js";

const combinationRecordPage = endpoint({
  method: "get",
  path: "/admin-api/promotion/combination-record/page",
  access: operator("promotion:combination-record:query"),
  summary: "Group-buy records, newest first; headId: those of one group",
  input: { query: GroupRecordPageQuery },
  output: GroupRecordAdminPage,
  handle: ({ query }) => findGroupRecordPage({ ...query, memberId: query.userId, createdAt: query.createTime }),
  view: ({ list, total }) => ({ list: list.map(groupRecordAdminView), total }),
});

const bargainRecordPage = endpoint({
  method: "get",
  path: "/admin-api/promotion/bargain-record/page",
  access: operator("promotion:bargain-record:query"),
  summary: "Bargain records, newest first",
  input: { query: BargainRecordPageQuery },
  output: BargainRecordAdminPage,
  handle: ({ query }) => findBargainRecordPage({ ...query, memberId: query.userId, createdAt: query.createTime }),
  view: ({ list, total }) => ({ list: list.map(bargainRecordRow), total }),
});

export const activityRecordAdminEndpoints = [combinationRecordPage, bargainRecordPage];
