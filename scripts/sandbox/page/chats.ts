/** Chat groups: their members, who is muted, and their events. */
import { action, clock, html, type Html } from "./html.js";
import type { Group } from "../im/groups.js";
import { badge, empty, SHOWN } from "./pieces.js";
import type { Shown } from "./shown.js";

const MEMBERS = 12;

function memberLine({ chat }: Shown, group: Group, account: string): Html {
  const { chats } = chat;
  const member = group.members.find((one) => one.account === account);
  const isMuted = chats.mutedUntil(group, account) > 0;
  const nick = chats.account(account)?.nick;
  const act = (label: string, verb: string, body: object): Html =>
    action(label, { method: "POST", path: `/sandbox/im/groups/${encodeURIComponent(group.groupId)}/${verb}`, body });
  return html`<li class="line">
    <b>${nick || account}</b> ${nick && html`<span class="faint">${account}</span>`}
    ${member?.role === "Owner" && badge("owner", "calm")} ${isMuted && badge("muted", "bad")}
    ${member && !member.isOnline && badge("away", "warn")} <span class="grow"></span>
    ${act("Write", "messages", { account })} ${act("Leave", "leave", { accounts: [account] })}
  </li>`;
}

function groupLine(shown: Shown, group: Group): Html {
  const online = group.members.filter(({ isOnline }) => isOnline).length;
  const happened = shown.chat.events.list({ groupId: group.groupId }).slice(0, 5);
  return html`<li>
    <div class="line">
      <b>${group.name}</b> ${badge(group.type, "calm")} ${group.muteAllMember === "On" && badge("all muted", "bad")}
      <span class="grow faint">${group.groupId}</span>
      <span class="faint"
        >${group.members.length} ${group.members.length === 1 ? "member" : "members"}, ${online} online</span
      >
    </div>
    ${group.notification && html`<p class="text">${group.notification}</p>`}
    <ul class="rows">
      ${group.members.slice(0, MEMBERS).map(({ account }) => memberLine(shown, group, account))}
    </ul>
    ${happened.map(
      (event) =>
        html`<div class="line faint">
          ${clock(event.at)} ${event.type} ${event.command} ${event.userId}
          ${event.type === "MESSAGE" && (event.text || "blocked")}
        </div>`,
    )}
  </li>`;
}

export function chatSection(shown: Shown): Html {
  const newest = shown.chat.chats.list().slice(0, SHOWN.groups);
  if (newest.length === 0) return empty(html`No groups. Each live of the shop gets one when it is announced.`);
  return html`<ul class="rows">
    ${newest.map((group) => groupLine(shown, group))}
  </ul>`;
}
