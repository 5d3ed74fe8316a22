/** The people of the social provider, and buttons that issue the codes of their phones. */
import type { Person, PersonCode } from "../social/people.js";
import { action, clock, html, type Html } from "./html.js";
import { badge, empty, SHOWN } from "./pieces.js";
import type { Shown } from "./shown.js";

const KIND_TEXT: Record<PersonCode["kind"], string> = {
  login: "mini-program sign-in",
  phone: "mini-program phone",
  authorize: "web or app sign-in",
};

function personLine(person: Person, codes: PersonCode[]): Html {
  const issue = (label: string, kind: PersonCode["kind"]): Html =>
    action(label, { method: "POST", path: "/sandbox/social/codes", body: { openid: person.openid, kind } });
  return html`<li>
    <div class="line">
      <b>${person.nickname}</b> <span class="grow">${person.mobile}</span> ${clock(person.createdAt)}
      <span class="faint wide">${person.openid}</span>
    </div>
    ${codes.map(
      ({ code, kind }) =>
        html`<div class="line">
          ${badge(KIND_TEXT[kind], "calm")}
          <button type="button" class="plain" data-copy="${code}" title="Copy the code">${code}</button>
        </div>`,
    )}
    <div class="actions">
      ${issue("Login code", "login")} ${issue("Phone code", "phone")} ${issue("Authorization code", "authorize")}
    </div>
  </li>`;
}

export function peopleSection({ people }: Shown): Html {
  const known = people.list().slice(0, SHOWN.people);
  const codes = people.openCodes();
  const add = action("Add a person", { method: "POST", path: "/sandbox/social/users", body: {} }, "primary");
  if (known.length === 0) return html`${empty(html`Nobody has an account yet.`)}${add}`;
  return html`<ul class="rows">
      ${known.map((person) =>
        personLine(
          person,
          codes.filter(({ openid }) => openid === person.openid),
        ),
      )}
    </ul>
    ${add}`;
}
