/** The chat provider's accounts and groups: they survive a restart of the sandbox. */
import type { Journal } from "../journal.js";
import { ImRefusal } from "./signature.js";

/** Times are epoch seconds; 0 means never. */
interface Member {
  account: string;
  role: "Owner" | "Admin" | "Member";
  joinedAt: number;
  lastSentAt: number;
  isOnline: boolean;
}

export interface Group {
  groupId: string;
  type: string;
  name: string;
  introduction: string;
  notification: string;
  faceUrl: string;
  owner: string;
  muteAllMember: "On" | "Off";
  createdAt: number;
  maxMembers: number;
  members: Member[];
  /** By account, the second until which it is muted; kept when it leaves and comes back. */
  mutedUntil: Record<string, number>;
  isDissolved: boolean;
}

interface Account {
  account: string;
  nick: string;
  faceUrl: string;
}

export const MUTED_FOR_EVER = 4_294_967_295;
const MAX_MEMBERS: Record<string, number> = { Private: 200, Public: 2_000, ChatRoom: 6_000, AVChatRoom: 1_000_000 };

export const groupTypes = Object.keys(MAX_MEMBERS);

export class Chats {
  readonly #groups;
  readonly #accounts;
  readonly #now;

  constructor(journal: Journal, now: () => number) {
    this.#groups = journal.shelf<Group>("im.group");
    this.#accounts = journal.shelf<Account>("im.account");
    this.#now = now;
  }

  seconds(): number {
    return Math.floor(this.#now() / 1_000);
  }

  import(account: Account): void {
    this.#accounts.put(account.account, { ...this.#accounts.get(account.account), ...account });
  }

  account(name: string): Account | undefined {
    return this.#accounts.get(name);
  }

  /** Newest first. */
  list(): Group[] {
    return this.#groups.list().filter(({ isDissolved }) => !isDissolved);
  }

  create(spec: Pick<Group, "groupId" | "type" | "name" | "introduction" | "notification" | "faceUrl" | "owner">): void {
    const known = this.#groups.get(spec.groupId);
    if (known && !known.isDissolved) throw new ImRefusal(10_021, "group id has been used");
    if (spec.owner && !this.account(spec.owner)) throw new ImRefusal(10_019, "the owner account does not exist");
    this.#groups.put(spec.groupId, {
      ...spec,
      muteAllMember: "Off",
      createdAt: this.seconds(),
      maxMembers: MAX_MEMBERS[spec.type] ?? 0,
      // The owner of a live's group joins it like everyone else.
      members: spec.owner && spec.type !== "AVChatRoom" ? [this.#member(spec.owner, "Owner")] : [],
      mutedUntil: {},
      isDissolved: false,
    });
  }

  group(groupId: string): Group {
    const group = this.#groups.get(groupId);
    if (!group) throw new ImRefusal(10_015, "the group id is not known");
    if (group.isDissolved) throw new ImRefusal(10_010, "the group has been dissolved");
    return group;
  }

  change(groupId: string, change: Partial<Group>): void {
    this.#groups.put(groupId, { ...this.group(groupId), ...change });
  }

  /** A device or the shop adds an account: 1 added, 2 already there. */
  join(groupId: string, account: string): 1 | 2 {
    const group = this.group(groupId);
    const there = group.members.find((member) => member.account === account);
    if (there?.isOnline) return 2;
    if (!there && group.members.length >= group.maxMembers) throw new ImRefusal(10_014, "the group is full");
    const members = there
      ? group.members.map((member) => (member === there ? { ...there, isOnline: true } : member))
      : [...group.members, this.#member(account, account === group.owner ? "Owner" : "Member")];
    this.change(groupId, { members });
    return there ? 2 : 1;
  }

  leave(groupId: string, account: string): void {
    this.change(groupId, { members: this.group(groupId).members.filter((member) => member.account !== account) });
  }

  /** Removes the account from every group: its devices disconnected. */
  goOffline(account: string): void {
    for (const { groupId, members } of this.list())
      if (members.some((member) => member.account === account && member.isOnline))
        this.change(groupId, {
          members: members.map((member) => (member.account === account ? { ...member, isOnline: false } : member)),
        });
  }

  mute(groupId: string, accounts: readonly string[], seconds: number): void {
    const until = seconds === MUTED_FOR_EVER ? MUTED_FOR_EVER : this.seconds() + seconds;
    const mutedUntil = { ...this.group(groupId).mutedUntil };
    for (const account of accounts) {
      if (seconds === 0) delete mutedUntil[account];
      else mutedUntil[account] = until;
    }
    this.change(groupId, { mutedUntil });
  }

  /** 0: not muted (any more). */
  mutedUntil({ mutedUntil }: Group, account: string): number {
    const until = mutedUntil[account] ?? 0;
    return until > this.seconds() ? until : 0;
  }

  /** False when it is blocked: the account or everyone is muted. */
  say(groupId: string, account: string): boolean {
    const group = this.group(groupId);
    if (!group.members.some((member) => member.account === account)) throw new ImRefusal(10_007, "not in the group");
    const isOwner = account === group.owner;
    if (this.mutedUntil(group, account) > 0 || (group.muteAllMember === "On" && !isOwner)) return false;
    const at = this.seconds();
    this.change(groupId, {
      members: group.members.map((member) => (member.account === account ? { ...member, lastSentAt: at } : member)),
    });
    return true;
  }

  #member(account: string, role: Member["role"]): Member {
    return { account, role, joinedAt: this.seconds(), lastSentAt: 0, isOnline: true };
  }
}
