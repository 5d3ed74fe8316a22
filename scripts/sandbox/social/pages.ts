/** The pages where a person agrees to a sign-in, chosen on the page or by `openid` in its address. */
import { html, type Html } from "../page/html.js";
import type { ProviderAnswer } from "../provider.js";
import type { SocialKeys } from "../keyTypes.js";
import type { People } from "./people.js";

/** Besides an openid: a person created on the spot, and one who refuses. */
const NEW_PERSON = "new";
const REFUSED = "refuse";

export function authorizePage(
  place: string,
  query: URLSearchParams,
  { keys, people }: { keys: SocialKeys; people: People },
): ProviderAnswer {
  const isQr = place.endsWith("/qrconnect");
  const app = isQr ? keys.website : keys.official;
  const scopes = isQr ? ["snsapi_login"] : ["snsapi_base", "snsapi_userinfo"];
  const back = redirectUri(query.get("redirect_uri"));
  const scope = query.get("scope") ?? "";
  const state = query.get("state") ?? "";
  if (query.get("appid") !== app.appId) return wrong("AppID 参数错误", 10_013);
  if (!back) return wrong("redirect_uri 参数错误", 10_003);
  if (query.get("response_type") !== "code") return wrong("response_type 参数错误", 10_002);
  if (!scopes.includes(scope)) return wrong("Scope 参数错误或没有 Scope 权限", 10_005);
  if (!/^[A-Za-z0-9]{0,128}$/.test(state)) return wrong("state 参数错误", 10_002);

  const chosen = query.get("openid");
  if (chosen === null) return page(people, place, query);
  back.searchParams.set("state", state);
  if (chosen === REFUSED) {
    return redirect(back);
  }
  const person = chosen === NEW_PERSON ? people.add({}) : people.find(chosen);
  if (!person) return wrong(`no such person: ${chosen}`, 10_006);
  const { code } = people.issue({ kind: "authorize", openid: person.openid, appId: app.appId, scope });
  back.searchParams.set("code", code);
  return redirect(back);
}

const redirect = (to: URL): ProviderAnswer => ({ status: 302, headers: { Location: to.href }, body: "" });

function redirectUri(text: string | null): URL | undefined {
  if (text === null || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === "http:" || url.protocol === "https:" ? url : undefined;
}

const wrong = (why: string, number: number): ProviderAnswer =>
  document(
    400,
    html`<h1>${why}</h1>
      <p>错误码：${number}</p>`,
  );

function page(people: People, place: string, query: URLSearchParams): ProviderAnswer {
  const link = (openid: string): string => {
    const chosen = new URLSearchParams(query);
    chosen.set("openid", openid);
    return `/platform/social${place}?${chosen.toString()}`;
  };
  const known = people.list().slice(0, 20);
  return document(
    200,
    html`<h1>Who agrees?</h1>
      <ul>
        ${known.map(
          (person) => html`<li><a href="${link(person.openid)}">${person.nickname} · ${person.mobile}</a></li>`,
        )}
        <li><a href="${link(NEW_PERSON)}">A new person</a></li>
        <li><a href="${link(REFUSED)}">Nobody: refuse</a></li>
      </ul>`,
  );
}

function document(status: number, content: Html): ProviderAnswer {
  return {
    status,
    headers: {
      "Content-Type": "text/html;charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'",
    },
    body: html`<!doctype html>
      <html lang="zh">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>Authorize</title>
          <link rel="icon" href="data:," />
        </head>
        <body>
          ${content}
        </body>
      </html>`.text,
  };
}
