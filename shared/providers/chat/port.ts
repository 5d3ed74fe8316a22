import { config } from "#shared/kernel/config/config.js";

/** Are its keys set? Without them there is no chat, and nobody to be put out of it. */
export const isChatConfigured = (): boolean => config.IM_SDK_APP_ID !== "" && config.IM_SECRET_KEY !== "";

/** Milliseconds that are left for what a client waits for. */
export type TimeLeft = () => number;

/** What the provider takes, in UTF-8 bytes; accounts in one call. */
export const chatLimits = {
  name: 30,
  introduction: 240,
  notification: 300,
  faceUrl: 100,
  groupId: 48,
  mutedAccounts: 500,
  addedAccounts: 100,
};

/** For ever, as a mute's seconds and as the second until which. */
export const MUTED_FOR_EVER = 4_294_967_295;

/** Public chat rooms whose members may be added, or those of lives that anyone enters and nobody is added to. */
export type ChatGroupType = "ChatRoom" | "AVChatRoom";

interface NewChatGroup {
  groupId: string;
  type: ChatGroupType;
  /** An account that was imported. */
  owner: string;
  name: string;
  introduction: string;
}

/** Of these at least one is given. Empty text takes a text away. */
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
 * The chat provider's accounts are our members, named by their number. Calls throw ChatRefused for a no, TooManyCalls
 * when we call too often, OutboundFailed when no proper answer came (the provider may have acted).
 */
export interface ChatPlatform {
  /** Are its keys set? Without them there is no chat, and nobody to be put out of it. */
  isConfigured(): boolean;
  /** Ends every sign-in of an account to the chat: its devices get KICKED_OUT. One that never was there is fine. */
  kickOut(account: string, left?: TimeLeft): Promise<void>;
  /** Makes an account, or brings its name and picture up to date. */
  importAccount(account: { account: string; nickname: string; avatar: string }, left?: TimeLeft): Promise<void>;
  /** False: the id is taken, by whomever. */
  createGroup(group: NewChatGroup, left?: TimeLeft): Promise<boolean>;
  /** One that is gone is fine. */
  destroyGroup(groupId: string, left?: TimeLeft): Promise<void>;
  /** At most `chatLimits.addedAccounts`; who is in it stays. Answers those that could not be added. */
  addMembers(groupId: string, accounts: readonly string[], left?: TimeLeft): Promise<string[]>;
  /** Every group of our application, at most 10,000. */
  listGroups(left?: TimeLeft): Promise<string[]>;
  /** With its members. */
  groupInfo(groupId: string, left?: TimeLeft): Promise<ChatGroup>;
  changeGroup(groupId: string, change: ChatGroupChange, left?: TimeLeft): Promise<void>;
  /** For these seconds from now on; 0 lifts a mute. */
  mute(groupId: string, accounts: readonly string[], seconds: number, left?: TimeLeft): Promise<void>;
  mutedAccounts(groupId: string, left?: TimeLeft): Promise<MutedAccount[]>;
  onlineCount(groupId: string, left?: TimeLeft): Promise<number>;
}

/** What a refusal is about. */
export type ChatRefusalKind = "noGroup" | "noAccount" | "text" | "input" | "other";

/** The provider said no, by number; `isPassing`: another try may do. */
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
