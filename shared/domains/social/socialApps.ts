import type { SocialApp } from "#shared/providers/social/port.js";
import { config } from "#shared/kernel/config/config.js";
import { socialErrors } from "./social.errors.js";
import { SocialType } from "./social.codes.js";

const apps: Record<SocialType, () => SocialApp> = {
  [SocialType.miniProgram]: () => ({ appId: config.SOCIAL_MINI_APP_ID, secret: config.SOCIAL_MINI_SECRET }),
  [SocialType.officialAccount]: () => ({ appId: config.SOCIAL_OFFICIAL_APP_ID, secret: config.SOCIAL_OFFICIAL_SECRET }),
  [SocialType.website]: () => ({ appId: config.SOCIAL_WEBSITE_APP_ID, secret: config.SOCIAL_WEBSITE_SECRET }),
  [SocialType.mobileApp]: () => ({ appId: config.SOCIAL_MOBILE_APP_ID, secret: config.SOCIAL_MOBILE_SECRET }),
};

/** Our application of a type; SocialAppNotFound while its id or secret is not configured. */
export function socialApp(type: SocialType): SocialApp {
  const app = apps[type]();
  if (app.appId === "" || app.secret === "") throw socialErrors.SocialAppNotFound();
  return app;
}

/** The configuration of an application, without its secret. */
export function socialAppState(type: SocialType): { appId: string; hasSecret: boolean } {
  const { appId, secret } = apps[type]();
  return { appId, hasSecret: secret !== "" };
}
