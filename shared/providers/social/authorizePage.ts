import { config } from "#shared/kernel/config/config.js";
import type { SocialApp } from "./port.js";

/** The address of the consent page: in the provider's own browser, or with a QR code in any other. No call is made. */
export function authorizePage(kind: "inside" | "qr", { appId }: SocialApp, redirectUri: string, state: string): string {
  const place = kind === "qr" ? "/connect/qrconnect" : "/connect/oauth2/authorize";
  const query = new URLSearchParams({
    appid: appId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: kind === "qr" ? "snsapi_login" : "snsapi_userinfo",
    state,
  });
  return `${config.SOCIAL_OPEN_URL}${place}?${query.toString()}#wechat_redirect`;
}
