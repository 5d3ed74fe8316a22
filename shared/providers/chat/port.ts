import { isOn } from "#shared/kernel/config/providers.js";
import type { TimeLeft } from "#shared/kernel/http/timeLeft.js";

export type { TimeLeft } from "#shared/kernel/http/timeLeft.js";

/** Whether its keys are set. Without them there is no chat, and nobody to be removed from it. */
export const isChatConfigured = (): boolean => isOn("chat");

/** Limits of the provider, in UTF-8 bytes; of accounts per call. */
export const chatLimits = {
  name: 30,
  introduction: 240,
  notification: 300,
  faceUrl: 100,
  groupId: 48,
  mutedAccounts: 500,
  addedAccounts: 100,
};

/** A mute without end, both as its seconds and as its end. */
export const MUTED_FOR_EVER = 4_294_967_295;

/** ChatRoom: members can be added. AVChatRoom: for lives, anyone can join but nobody can be added. */
export type ChatGroupType = "ChatRoom" | "AVChatRoom";

interface NewChatGroup {
  groupId: string;
  type: ChatGroupType;
  /** An account that was imported. */
  owner: string;
  name: string;
  introduction: string;
}

/** At least one is given. An empty text removes a text. */
export interface ChatGroupChange {
  name?: string | undefined;
  introduction?: string | undefined;
  notification?: string | undefined;
  faceUrl?: string | undefined;
  muteAllMember?: "On" | "Off" | undefined;
}

/** Times are epoch seconds, 0: never, not. */
interface ChatGroupMember {
  account: string;
  role: string;
  joinedAt: number;
  mutedUntil: number;
  lastSentAt: number;
}

export interface ChatGroup {
  groupId: string;
  name: string;
  introduction: string;
  notification: string;
  faceUrl: string;
  type: string;
  owner: string;
  muteAllMember: string;
  memberCount: number;
  maxMemberCount: number;
  members: ChatGroupMember[];
}

export interface MutedAccount {
  account: string;
  /** Epoch seconds. */
  until: number;
}

/**
 * The chat provider. Its accounts are our members, named by their id. Calls throw ChatRefused for a refusal, TooManyCalls
 * when we call too often, OutboundFailed without a proper response (the provider may have acted).
 */
export interface ChatClient {
  /** Whether its keys are set. Without them there is no chat, and nobody to be removed from it. */
  isConfigured(): boolean;
  /** Signs an account out of the chat on all devices, which get KICKED_OUT. An unknown account is no error. */
  kickOut(account: string, left?: TimeLeft): Promise<void>;
  /** Creates an account, or updates its name and picture. */
  importAccount(account: { account: string; nickname: string; avatar: string }, left?: TimeLeft): Promise<void>;
  /** False: the id is taken, by us or by others. */
  createGroup(group: NewChatGroup, left?: TimeLeft): Promise<boolean>;
  /** A group that is gone is no error. */
  destroyGroup(groupId: string, left?: TimeLeft): Promise<void>;
  /** Adds at most `chatLimits.addedAccounts`; members stay. Returns those that could not be added. */
  addMembers(groupId: string, accounts: readonly string[], left?: TimeLeft): Promise<string[]>;
  /** Every group of our application, at most 10,000. */
  listGroups(left?: TimeLeft): Promise<string[]>;
  /** With its members. */
  groupInfo(groupId: string, left?: TimeLeft): Promise<ChatGroup>;
  changeGroup(groupId: string, change: ChatGroupChange, left?: TimeLeft): Promise<void>;
  /** Mutes for these seconds from now; 0 ends a mute. */
  mute(groupId: string, accounts: readonly string[], seconds: number, left?: TimeLeft): Promise<void>;
  mutedAccounts(groupId: string, left?: TimeLeft): Promise<MutedAccount[]>;
  onlineCount(groupId: string, left?: TimeLeft): Promise<number>;
}

/** What a refusal is about. */
export type ChatRefusalKind = "noGroup" | "noAccount" | "text" | "input" | "other";

/** The provider refused, with a number; `isPassing`: a retry may succeed. */
export class ChatRefused extends Error {
  readonly errorCode: number;
  readonly isPassing: boolean;
  readonly kind: ChatRefusalKind;

  constructor(errorCode: number, reason: string, isPassing: boolean, kind: ChatRefusalKind = "other") {
    super(`im: ${errorCode} ${reason}`);
    this.errorCode = errorCode;
    this.isPassing = isPassing;
    this.kind = kind;
  }
}
