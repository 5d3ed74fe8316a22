import { endpoint, member, operator } from "#api/http/endpoint.js";
import { pageExperienceRecords, pageLevelRecords, pagePointRecords } from "#shared/domains/loyalty/index.js";
import { pageWithMembers } from "#shared/domains/member/index.js";
import { countedWhole } from "#shared/kernel/lists/pageOf.js";
import {
  ExperienceRecordAdminPage,
  ExperienceRecordPage,
  ExperienceRecordPageBody,
  LevelRecordPage,
  OfUserPageQuery,
  PointRecordAdminPage,
  PointRecordAdminPageQuery,
  PointRecordPage,
  PointRecordPageBody,
} from "./record.schemas.js";
import {
  experienceRecordAdminView,
  experienceRecordView,
  levelRecordView,
  pointRecordAdminView,
  pointRecordView,
} from "./record.views.js";

const points = endpoint({
  method: "post",
  path: "/app-api/member/point/record/page",
  access: member(),
  summary: "Lists the member's points earned (addStatus true) or spent (false), newest first",
  input: { body: PointRecordPageBody },
  output: PointRecordPage,
  handle: ({ body, actor }) =>
    pagePointRecords({ memberId: actor.memberId, added: body.addStatus, between: body.createTime }, countedWhole(body)),
  view: ({ list, total }) => ({ list: list.map(pointRecordView), total }),
});

const experience = endpoint({
  method: "post",
  path: "/app-api/member/experience-record/page",
  access: member(),
  summary: "Lists the changes of the member's experience, newest first",
  input: { body: ExperienceRecordPageBody },
  output: ExperienceRecordPage,
  handle: ({ body, actor }) => pageExperienceRecords({ memberId: actor.memberId }, countedWhole(body)),
  view: ({ list, total }) => ({ list: list.map(experienceRecordView), total }),
});

const allPoints = endpoint({
  method: "get",
  path: "/admin-api/member/point/record/page",
  access: operator("member:point-record:query"),
  summary: "Lists changes of points, newest first",
  input: { query: PointRecordAdminPageQuery },
  output: PointRecordAdminPage,
  handle: async ({ query: { userId, bizType, addStatus, createTime, ...paging } }) =>
    pageWithMembers(
      await pagePointRecords({ memberId: userId, bizType, added: addStatus, between: createTime }, paging),
    ),
  view: ({ list, total }) => ({ list: list.map(pointRecordAdminView), total }),
});

const allExperience = endpoint({
  method: "get",
  path: "/admin-api/member/experience-record/page",
  access: operator("member:experience-record:query"),
  summary: "Lists changes of experience, newest first",
  input: { query: OfUserPageQuery },
  output: ExperienceRecordAdminPage,
  handle: async ({ query }) =>
    pageWithMembers(await pageExperienceRecords({ memberId: query.userId, between: query.createTime }, query)),
  view: ({ list, total }) => ({ list: list.map(experienceRecordAdminView), total }),
});

const allLevels = endpoint({
  method: "get",
  path: "/admin-api/member/level-record/page",
  access: operator("member:level-record:query"),
  summary: "Lists changes of members' levels, newest first",
  input: { query: OfUserPageQuery },
  output: LevelRecordPage,
  handle: async ({ query }) =>
    pageWithMembers(await pageLevelRecords({ memberId: query.userId, between: query.createTime }, query)),
  view: ({ list, total }) => ({ list: list.map(levelRecordView), total }),
});

export const loyaltyRecordEndpoints = [points, experience, allPoints, allExperience, allLevels];
