/** The people with an account at the provider, and their codes. Times are epoch ms. */
import { randomBytes, randomInt } from "node:crypto";
import type { Shelf } from "../journal.js";
import { invalidCode, SocialRefusal, usedCode } from "./refusal.js";

export interface Person {
  openid: string;
  unionid: string;
  nickname: string;
  avatar: string;
  /** Without +86. */
  mobile: string;
  /** The applications that received the openid: payments through others are refused for it. */
  appIds: string[];
  createdAt: number;
}

/** login: a mini-program's; phone: its phone button; authorize: the official account's, the website's and the app's. */
export const CODE_KINDS = ["login", "phone", "authorize"] as const;
type CodeKind = (typeof CODE_KINDS)[number];

export interface PersonCode {
  code: string;
  kind: CodeKind;
  openid: string;
  /** Only this application may redeem it; null for any of its kind. */
  appId: string | null;
  /** The scope that the person agreed to; null for the usual one. */
  scope: string | null;
  /** Overrides for the result of a phone code. */
  phone: { countryCode?: string | undefined; appid?: string | undefined; timestamp?: number | undefined };
  expiresAt: number;
  used: boolean;
}

const CODE_MS = 5 * 60_000;
const KEPT_CODES = 1_000;

const openidLike = (): string => `o${randomBytes(21).toString("base64url").slice(0, 27)}`;
const someMobile = (): string => `199${String(randomInt(100_000_000)).padStart(8, "0")}`;

export class People {
  readonly #shelf: Shelf<Person>;
  readonly #now: () => number;
  #codes = new Map<string, PersonCode>();

  constructor(shelf: Shelf<Person>, now: () => number) {
    this.#shelf = shelf;
    this.#now = now;
  }

  /** Newest first. */
  list(): Person[] {
    return this.#shelf.list();
  }

  find(openid: string): Person | undefined {
    return this.#shelf.get(openid);
  }

  add(given: { nickname?: string | undefined; avatar?: string | undefined; mobile?: string | undefined }): Person {
    const person: Person = {
      openid: openidLike(),
      unionid: openidLike(),
      nickname: given.nickname ?? "微信用户",
      avatar: given.avatar ?? "",
      mobile: given.mobile ?? someMobile(),
      appIds: [],
      createdAt: this.#now(),
    };
    this.#shelf.put(person.openid, person);
    return person;
  }

  /** Issues a code that works once, within five minutes. */
  issue(
    code: Pick<PersonCode, "kind" | "openid"> & Partial<Pick<PersonCode, "appId" | "scope" | "phone">>,
  ): PersonCode {
    const issued: PersonCode = {
      appId: null,
      scope: null,
      phone: {},
      ...code,
      code: randomBytes(16).toString("hex"),
      expiresAt: this.#now() + CODE_MS,
      used: false,
    };
    this.#codes.set(issued.code, issued);
    const [oldest] = this.#codes.keys();
    if (this.#codes.size > KEPT_CODES && oldest !== undefined) this.#codes.delete(oldest);
    return issued;
  }

  /** Codes that can still be redeemed, newest first. */
  openCodes(): PersonCode[] {
    return [...this.#codes.values()].filter(({ used, expiresAt }) => !used && expiresAt > this.#now()).toReversed();
  }

  /** Redeems a code and returns its person; throws the provider's refusal for one that is wrong, old or used. */
  spend(code: string | undefined, kind: CodeKind, appId: string): { person: Person; code: PersonCode } {
    if (!code) throw new SocialRefusal(41008, "missing code");
    const issued = this.#codes.get(code);
    const person = issued && this.find(issued.openid);
    if (!issued || !person || issued.kind !== kind) throw invalidCode();
    if (issued.appId !== null && issued.appId !== appId) throw invalidCode();
    if (issued.used) throw kind === "phone" ? invalidCode() : usedCode();
    if (issued.expiresAt <= this.#now())
      throw kind === "authorize" ? new SocialRefusal(42003, "code expired") : invalidCode();
    issued.used = true;
    // Persons stored by older versions have no list.
    const { appIds = [] } = person;
    if (kind !== "phone" && !appIds.includes(appId))
      this.#shelf.put(person.openid, { ...person, appIds: [...appIds, appId] });
    return { person, code: issued };
  }

  clearCodes(): void {
    this.#codes.clear();
  }
}
