/**
 * The outside providers that a shop may do without, each whole or not at all. `needs`: its keys, all of them or none;
 * `may`: what can be given besides, and is worth nothing without the keys. The only place that knows it: the boot, the
 * API, workers, schedules, the console and readiness all ask providers.ts.
 */
export const providerGroups = {
  wechatpay: {
    needs: [
      "WECHATPAY_MCH_ID",
      "WECHATPAY_APP_ID",
      "WECHATPAY_MCH_SERIAL",
      "WECHATPAY_MCH_PRIVATE_KEY",
      "WECHATPAY_API_V3_KEY",
    ],
    may: [
      "WECHATPAY_APP_ID_LITE",
      "WECHATPAY_APP_ID_PUB",
      "WECHATPAY_APP_ID_APP",
      "WECHATPAY_PUBLIC_KEY_ID",
      "WECHATPAY_PUBLIC_KEY",
    ],
  },
  alipay: { needs: ["ALIPAY_APP_ID", "ALIPAY_PRIVATE_KEY", "ALIPAY_PUBLIC_KEY"], may: ["ALIPAY_SELLER_ID"] },
  sms: {
    needs: [
      "SMS_SECRET_ID",
      "SMS_SECRET_KEY",
      "SMS_SDK_APP_ID",
      "SMS_SIGN_NAME",
      "SMS_TEMPLATE_LOGIN",
      "SMS_TEMPLATE_UPDATE_MOBILE",
      "SMS_TEMPLATE_UPDATE_PASSWORD",
      "SMS_TEMPLATE_RESET_PASSWORD",
      "SMS_TEMPLATE_MOBILE_CHANGED",
    ],
    may: ["SMS_TEMPLATE_ACCOUNTS_MERGED"],
  },
  captcha: { needs: ["CAPTCHA_SITE_KEY", "CAPTCHA_SECRET"], may: [] },
  mail: { needs: ["SMTP_URL", "MAIL_FROM"], may: ["OPERATORS_MAIL"] },
  "social-mini": { needs: ["SOCIAL_MINI_APP_ID", "SOCIAL_MINI_SECRET"], may: [] },
  "social-official": { needs: ["SOCIAL_OFFICIAL_APP_ID", "SOCIAL_OFFICIAL_SECRET"], may: [] },
  "social-website": { needs: ["SOCIAL_WEBSITE_APP_ID", "SOCIAL_WEBSITE_SECRET"], may: [] },
  "social-app": { needs: ["SOCIAL_MOBILE_APP_ID", "SOCIAL_MOBILE_SECRET"], may: [] },
  chat: { needs: ["IM_SDK_APP_ID", "IM_SECRET_KEY"], may: [] },
  live: {
    needs: [
      "LIVE_PUSH_DOMAIN",
      "LIVE_PUSH_KEY",
      "LIVE_PLAY_DOMAIN",
      "LIVE_PLAY_KEY",
      "LIVE_CALLBACK_KEY",
      "LIVE_SECRET_ID",
      "LIVE_SECRET_KEY",
    ],
    may: [],
  },
  vod: {
    needs: ["VOD_SECRET_ID", "VOD_SECRET_KEY", "VOD_CALLBACK_KEY"],
    may: ["VOD_SUB_APP_ID", "VOD_PROCEDURE", "VOD_UPLOAD_SECRET_ID", "VOD_UPLOAD_SECRET_KEY"],
  },
  invoice: {
    needs: ["NUONUO_APP_KEY", "NUONUO_APP_SECRET", "INVOICE_SELLER_NAME", "INVOICE_SELLER_TAX_NO"],
    may: [
      "INVOICE_SELLER_ADDRESS",
      "INVOICE_SELLER_PHONE",
      "INVOICE_SELLER_BANK",
      "INVOICE_SELLER_BANK_NO",
      "INVOICE_CLERK",
    ],
  },
  kuaidi100: { needs: ["KUAIDI100_CUSTOMER", "KUAIDI100_KEY", "KUAIDI100_SALT"], may: [] },
  kdniao: { needs: ["KDNIAO_BUSINESS_ID", "KDNIAO_API_KEY"], may: [] },
} as const;

export type ProviderGroup = keyof typeof providerGroups;
export const providerNames = Object.keys(providerGroups) as [ProviderGroup, ...ProviderGroup[]];

type Keys = readonly string[];
const needsOf = (group: ProviderGroup): Keys => providerGroups[group].needs;
const allOf = (group: ProviderGroup): Keys => [...needsOf(group), ...providerGroups[group].may];

/** Applications of which a shop that signs people in by SMS needs none. */
export const socialGroups = ["social-mini", "social-official", "social-website", "social-app"] as const;
export const trackerGroups = ["kuaidi100", "kdniao"] as const;

/** The applications that people pay in, by the one that they sign in to: an openid is only valid in one. */
const sameApplications = [
  ["WECHATPAY_APP_ID_LITE", "SOCIAL_MINI_APP_ID", "social-mini"],
  ["WECHATPAY_APP_ID_PUB", "SOCIAL_OFFICIAL_APP_ID", "social-official"],
  ["WECHATPAY_APP_ID_APP", "SOCIAL_MOBILE_APP_ID", "social-app"],
] as const;

type Values = Readonly<Record<string, unknown>>;

/** Whether all keys of a provider are there. */
export const hasKeys = (values: Values, group: ProviderGroup): boolean => needsOf(group).every((name) => values[name]);

/** The environment without what belongs to the providers that PROVIDERS_OFF names. */
export function withoutOff(given: Record<string, string>): Record<string, string> {
  const off = (given["PROVIDERS_OFF"] ?? "").split(",").map((name) => name.trim());
  const names = new Set(providerNames.filter((group) => off.includes(group)).flatMap(allOf));
  return Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name)));
}

/** What is worth nothing without the other. */
const pairs = [["WECHATPAY_PUBLIC_KEY_ID", "WECHATPAY_PUBLIC_KEY"]] as const;

/** Half of a provider's keys: what is missing, and what asked for it. */
export function halfFaults(given: Values): string[] {
  const alone = pairs.flatMap(([one, other]) => {
    if (!given[one] === !given[other]) return [];
    const [missing, known] = given[one] ? [other, one] : [one, other];
    return [`${missing}: is missing, as ${known} is set`];
  });
  const halves = providerNames.flatMap((group) => {
    const known = allOf(group).filter((name) => given[name]);
    if (known.length === 0) return [];
    const missing = needsOf(group).filter((name) => !given[name]);
    return missing.map((name) => `${name}: is missing, as ${known[0]} is set: give all keys of ${group}, or none`);
  });
  return [...halves, ...alone];
}

/** What a shop in production cannot do without; the wallet, which needs no key, can always pay. */
export function offFaults(given: Values): string[] {
  const faults: string[] = [];
  if (given["PROOF_BY"] === "captcha" && !hasKeys(given, "captcha"))
    faults.push("CAPTCHA_SITE_KEY: is missing, as PROOF_BY is captcha");
  if (!["sms", ...socialGroups].some((group) => hasKeys(given, group as ProviderGroup)))
    faults.push("SMS_SECRET_ID: nobody could sign in: give the keys of sms or of a social application");
  for (const name of String(given["EXPRESS_PROVIDERS"] ?? "")
    .split(",")
    .map((part) => part.trim()))
    for (const key of trackerGroups.includes(name as "kdniao") ? needsOf(name as "kdniao") : [])
      if (!given[key]) faults.push(`${key}: is missing, as EXPRESS_PROVIDERS names ${name}`);
  if (!hasKeys(given, "wechatpay")) return faults;
  for (const [paid, signedIn, group] of sameApplications) {
    if (hasKeys(given, group) && !given[paid]) faults.push(`${paid}: is missing, as ${signedIn} is set`);
    if (given[paid] && given[signedIn] && given[paid] !== given[signedIn])
      faults.push(`${paid}: is not ${signedIn}, whose openids are to pay`);
  }
  return faults;
}
