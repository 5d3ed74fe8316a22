import { endpoint, member, open } from "#api/http/endpoint.js";
import { pageSignIns, signInRules, signInSummary, signInToday } from "#shared/domains/loyalty/index.js";
import { countedWhole } from "#shared/kernel/lists/pageOf.js";
import { SignInPage, SignInPageBody, SignInRuleList, SignInSummaryView, SignInView } from "./signIn.schemas.js";
import { signInView } from "./signIn.views.js";

const create = endpoint({
  method: "post",
  path: "/app-api/member/sign-in/record/create",
  access: member(),
  summary: "Records today's sign-in, once per day in Asia/Shanghai, and returns the reward",
  output: SignInView,
  handle: ({ actor }) => signInToday(actor.memberId),
  view: signInView,
});

const summary = endpoint({
  method: "get",
  path: "/app-api/member/sign-in/record/summary",
  access: member(),
  summary: "Returns the number of sign-in days, in total and in a row",
  output: SignInSummaryView,
  handle: ({ actor }) => signInSummary(actor.memberId),
});

const page = endpoint({
  method: "post",
  path: "/app-api/member/sign-in/record/page",
  access: member(),
  summary: "Lists the member's sign-ins, newest first",
  input: { body: SignInPageBody },
  output: SignInPage,
  handle: ({ actor, body }) => pageSignIns({ memberId: actor.memberId }, countedWhole(body)),
  view: ({ list, total }) => ({ list: list.map(signInView), total }),
});

const rules = endpoint({
  method: "get",
  path: "/app-api/member/sign-in/config/list",
  access: open(),
  summary: "Lists the reward of each sign-in day",
  output: SignInRuleList,
  handle: () => signInRules(),
  view: (list) => list.map(({ day, point, experience }) => ({ day, point, experience })),
});

export const signInEndpoints = [create, summary, page, rules];
