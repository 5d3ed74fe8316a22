import { endpoint, operator } from "#api/http/endpoint.js";
import { pageBargainRecords, pageGroupRecords } from "#shared/domains/promotion/activity/index.js";
import { BargainRecordAdminPage, GroupRecordAdminPage } from "./activity.schemas.js";
import { BargainRecordPageQuery, GroupRecordPageQuery } from "./activityAdmin.schemas.js";
import { withBargainNames, withGroupNames } from "./activityRecordAdmin.joins.js";
import { bargainRecordAdminView, groupRecordAdminView } from "./activityRecordAdmin.views.js";

const combinationRecordPage = endpoint({
  method: "get",
  path: "/admin-api/promotion/combination-record/page",
  access: operator("promotion:combination-record:query"),
  summary: "Lists group-buy records, newest first; headId selects those of one group",
  input: { query: GroupRecordPageQuery },
  output: GroupRecordAdminPage,
  handle: async ({ query: { userId, createTime, ...query } }) => {
    const { list, total } = await pageGroupRecords({ ...query, memberId: userId, createdAt: createTime });
    return { list: await withGroupNames(list), total };
  },
  view: ({ list, total }) => ({ list: list.map(groupRecordAdminView), total }),
});

const bargainRecordPage = endpoint({
  method: "get",
  path: "/admin-api/promotion/bargain-record/page",
  access: operator("promotion:bargain-record:query"),
  summary: "Lists bargain records, newest first",
  input: { query: BargainRecordPageQuery },
  output: BargainRecordAdminPage,
  handle: async ({ query: { userId, createTime, ...query } }) => {
    const { list, total } = await pageBargainRecords({ ...query, memberId: userId, createdAt: createTime });
    return { list: await withBargainNames(list), total };
  },
  view: ({ list, total }) => ({ list: list.map(bargainRecordAdminView), total }),
});

export const activityRecordAdminEndpoints = [combinationRecordPage, bargainRecordPage];
