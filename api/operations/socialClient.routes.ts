import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { pageInput, pageOf } from "#api/http/fields.js";
import { socialAppState } from "#shared/domains/social/index.js";
import { SocialType } from "#shared/domains/social/social.codes.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { pageOfRows } from "#shared/kernel/lists/pageOf.js";

/** One of our applications at the social provider, without its secret. */
const ClientView = z.object({
  /** 34 mini-program, 31 official account, 32 website, 30 app. */
  type: z.number().int(),
  name: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  /** 0: people can sign in with it, 1: its id or its secret is missing. */
  status: z.number().int(),
});

const names = {
  [SocialType.miniProgram]: ["Mini-program", "微信小程序"],
  [SocialType.officialAccount]: ["Official account", "微信公众号"],
  [SocialType.website]: ["Website", "微信网站应用"],
  [SocialType.mobileApp]: ["App", "微信移动应用"],
} as const;

const all = () =>
  Object.values(SocialType).map((type) => {
    const { appId, hasSecret } = socialAppState(type);
    return {
      type,
      name: names[type][currentLanguage() === "zh" ? 1 : 0],
      clientId: appId,
      hasSecret,
      status: appId !== "" && hasSecret ? EnabledStatus.enabled : EnabledStatus.disabled,
    };
  });

const list = endpoint({
  method: "get",
  path: "/admin-api/system/social-client/list",
  access: operator("system:social-client:query"),
  summary: "Lists the configured applications at the social provider, without secrets",
  output: z.array(ClientView),
  handle: all,
});

const page = endpoint({
  method: "get",
  path: "/admin-api/system/social-client/page",
  access: operator("system:social-client:query"),
  summary: "Lists the configured applications at the social provider by page, without secrets",
  input: { query: pageInput({}) },
  output: pageOf(ClientView),
  handle: ({ query }) => pageOfRows(all(), query),
});

export const socialClientEndpoints = [list, page];
