import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { IdQuery, int } from "#api/http/fields.js";
import {
  createSignInRule,
  deleteSignInRule,
  listSignInRules,
  oneSignInRule,
  pageSignIns,
  updateSignInRule,
} from "#shared/domains/loyalty/index.js";
import { pageWithMembers } from "#shared/domains/member/index.js";
import {
  SignInAdminPage,
  SignInAdminPageQuery,
  SignInRuleCreateBody,
  SignInRuleUpdateBody,
  SignInRuleView,
} from "./signIn.schemas.js";
import { signInAdminView, signInRuleView } from "./signIn.views.js";

const at = (verb: string) => `/admin-api/member/sign-in/config/${verb}`;

const create = endpoint({
  method: "post",
  path: at("create"),
  access: operator("member:sign-in-config:create"),
  summary: "Creates the reward of the nth sign-in day in a row",
  input: { body: SignInRuleCreateBody },
  output: int,
  handle: ({ body }) => createSignInRule(body),
});

const update = endpoint({
  method: "put",
  path: at("update"),
  access: operator("member:sign-in-config:update"),
  summary: "Updates the reward of a sign-in day",
  input: { body: SignInRuleUpdateBody },
  output: z.boolean(),
  handle: ({ body: { id, ...rule } }) => updateSignInRule(id, rule),
});

const remove = endpoint({
  method: "delete",
  path: at("delete"),
  access: operator("member:sign-in-config:delete"),
  summary: "Deletes the reward of a sign-in day",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteSignInRule(query.id),
});

const get = endpoint({
  method: "get",
  path: at("get"),
  access: operator("member:sign-in-config:query"),
  summary: "Returns the reward of a sign-in day",
  input: { query: IdQuery },
  output: SignInRuleView,
  handle: ({ query }) => oneSignInRule(query.id),
  view: signInRuleView,
});

const list = endpoint({
  method: "get",
  path: at("list"),
  access: operator("member:sign-in-config:query"),
  summary: "Lists the rewards of sign-in days, including disabled ones",
  output: z.array(SignInRuleView),
  handle: () => listSignInRules(),
  view: (rules) => rules.map(signInRuleView),
});

const records = endpoint({
  method: "get",
  path: "/admin-api/member/sign-in/record/page",
  access: operator("member:sign-in-record:query"),
  summary: "Lists members' sign-ins, newest first",
  input: { query: SignInAdminPageQuery },
  output: SignInAdminPage,
  handle: async ({ query }) => pageWithMembers(await pageSignIns({ memberId: query.userId, day: query.day }, query)),
  view: ({ list: rows, total }) => ({ list: rows.map(signInAdminView), total }),
});

export const signInAdminEndpoints = [create, update, remove, get, list, records];
