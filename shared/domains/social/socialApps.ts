import type { SocialApp } from "#shared/providers/social/port.js";
import { config } from "#shared/kernel/config/config.js";
import { refuseIfOff } from "#shared/kernel/config/providers.js";
import type { ProviderGroup } from "#shared/kernel/config/providerGroups.js";
import { SocialType } from "./social.codes.js";

const apps: Record<SocialType, () => SocialApp> = {
  [SocialType.miniProgram]: () => ({ appId: config.SOCIAL_MINI_APP_ID, secret: config.SOCIAL_MINI_SECRET }),
  [SocialType.officialAccount]: () => ({ appId: config.SOCIAL_OFFICIAL_APP_ID, secret: config.SOCIAL_OFFICIAL_SECRET }),
  [SocialType.website]: () => ({ appId: config.SOCIAL_WEBSITE_APP_ID, secret: config.SOCIAL_WEBSITE_SECRET }),
  [SocialType.mobileApp]: () => ({ appId: config.SOCIAL_MOBILE_APP_ID, secret: config.SOCIAL_MOBILE_SECRET }),
};

const groups: Record<SocialType, ProviderGroup> = {
  [SocialType.miniProgram]: "social-mini",
  [SocialType.officialAccount]: "social-official",
  [SocialType.website]: "social-website",
  [SocialType.mobileApp]: "social-app",
};

/** Our application of a type; NotOffered while it is off. */
export function socialApp(type: SocialType): SocialApp {
  refuseIfOff(groups[type]);
  return apps[type]();
}

/** The configuration of an application, without its secret. */
export function socialAppState(type: SocialType): { appId: string; hasSecret: boolean } {
  const { appId, secret } = apps[type]();
  return { appId, hasSecret: secret !== "" };
}
