import { z } from "zod";
import { endpoint, member, needing, operator } from "#api/http/endpoint.js";
import { count, countsOf, endOwnLive, pageLives, getLive } from "#shared/domains/live/index.js";
import { countedWhole } from "#shared/kernel/lists/pageOf.js";
import { LikeBody, LikePlayTimesView, LiveIdBody, LivingPageBody, LivingPageView } from "./live.schemas.js";
import { seenBy } from "./live.joins.js";
import { likePlayTimesView, livingView } from "./live.views.js";

const getLivingPage = endpoint({
  method: "post",
  path: "/app-api/cloudlive/live/getLiveRoomLivingPage",
  access: member(),
  summary: "Lists lives with their rooms, newest first; ended ones with their recordings",
  input: { body: LivingPageBody },
  output: LivingPageView,
  handle: async ({ body, actor }) => {
    const { list, total } = await pageLives(countedWhole(body));
    return { list: await seenBy(actor.memberId, list), total };
  },
  view: ({ list, total }) => ({ list: list.map(livingView), total }),
});

const likePlayTimes = async (liveId: number) => {
  const live = await getLive(liveId);
  return { live, counts: (await countsOf([live])).get(liveId) ?? live };
};

const getLikePlayTimes = endpoint({
  method: "post",
  path: "/app-api/cloudlive/live/getLiveLikePlayTimesInfo",
  access: member(),
  summary: "Returns the numbers of plays and likes of a live; virtual counts are to be added for display",
  input: { body: LiveIdBody },
  output: LikePlayTimesView,
  handle: ({ body }) => likePlayTimes(body.id),
  view: likePlayTimesView,
});

const getLikePlayTimesAdmin = endpoint({
  method: "post",
  path: "/admin-api/cloudlive/live-base-info/getLiveLikePlayTimesAdmin",
  access: operator("cloudlive:live-base-info:query"),
  input: { body: LiveIdBody },
  output: LikePlayTimesView,
  handle: ({ body }) => likePlayTimes(body.id),
  view: likePlayTimesView,
});

const end = endpoint({
  method: "post",
  path: "/app-api/cloudlive/live/end",
  access: member(),
  summary: "Ends the running live of the own room, and cuts its stream",
  input: { body: LiveIdBody },
  output: z.boolean(),
  handle: ({ body, actor }) => endOwnLive(actor.memberId, body.id),
});

const like = endpoint({
  method: "post",
  path: "/app-api/cloudlive/live/like",
  access: member(),
  summary: "Likes a running live, up to 20 times per call",
  input: { body: LikeBody },
  output: z.boolean(),
  handle: ({ body }) => count(body.id, "likeTimes", body.count),
});

const play = endpoint({
  method: "post",
  path: "/app-api/cloudlive/live/play",
  access: member(),
  summary: "Records a play of a running live",
  input: { body: LiveIdBody },
  output: z.boolean(),
  handle: ({ body }) => count(body.id, "playTimes", 1),
});

export const liveEndpoints = needing("live", [getLivingPage, getLikePlayTimes, getLikePlayTimesAdmin, like, play, end]);
