import { config } from "#shared/kernel/config/config.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { errors, type AppError } from "#shared/kernel/request/errors.js";

const MAX_LENGTH = 30;
/** What nobody sees: control and format characters turn a text round, or make two names look alike. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/u;
const allUnseen = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]+/gu;

/** As everybody reads it: NFKC, trimmed, one space where there were several. */
const normalized = (nickname: string): string => nickname.normalize("NFKC").trim().replace(/\s+/g, " ");

/** A nickname that may be shown. 400 by name for one that holds unseen characters, or is empty or too long once normalized. */
export function shownNickname(given: string): string {
  if (unseen.test(given)) throw refusal("must not hold invisible characters", "不能包含不可见字符");
  const nickname = normalized(given);
  if (nickname === "") throw refusal("must not be empty", "不能为空");
  if (nickname.length > MAX_LENGTH)
    throw refusal(`must be at most ${MAX_LENGTH} characters long`, `长度最多 ${MAX_LENGTH}`);
  return nickname;
}

/** One that a member chooses: 400 too for what would pass for the shop's own staff (RESERVED_NICKNAMES). */
export function chosenNickname(given: string): string {
  const nickname = shownNickname(given);
  if (isReserved(nickname)) throw refusal("is reserved for the shop", "为商城保留名称，请更换");
  return nickname;
}

/** What the social provider calls somebody, as far as it can be shown here; undefined where nothing is left. */
export function socialNickname(given: string): string | undefined {
  const seen = given.replace(allUnseen, "");
  const nickname = [...normalized(seen)].slice(0, MAX_LENGTH).join("").slice(0, MAX_LENGTH).trim();
  return nickname === "" || isReserved(nickname) ? undefined : nickname;
}

/** Words of other scripts stand anywhere in a name; those of ours are words of it ("badminton" is nobody's admin). */
function isReserved(nickname: string): boolean {
  const lower = nickname.toLowerCase();
  const letters = lower.replace(/[^\p{L}\p{N}]/gu, "");
  const words = new Set([...lower.split(/[^a-z]+/), letters.replace(/\p{N}/gu, "")]);
  return config.RESERVED_NICKNAMES.some((reserved) => {
    const word = reserved.normalize("NFKC").toLowerCase().replace(/\s/g, "");
    if (word === "") return false;
    return /^[a-z]+$/.test(word) && !/\s/.test(reserved.trim()) ? words.has(word) : letters.includes(word);
  });
}

const refusal = (en: string, zh: string): AppError =>
  errors.BadInput({ field: "nickname", reason: currentLanguage() === "zh" ? zh : en });
