import { config } from "#shared/kernel/config/config.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { errors, type AppError } from "#shared/kernel/request/errors.js";
import { termsOfName } from "#shared/kernel/lists/searchTerms.js";
import type { MemberDoc } from "./member.model.js";

const MAX_LENGTH = 30;
/** Invisible control and format characters, which can reverse a text or make two names look alike. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/u;
const allInvisible = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]+/gu;

/** NFKC, trimmed, runs of white space as one space. */
const normalized = (nickname: string): string => nickname.normalize("NFKC").trim().replace(/\s+/g, " ");

/** The normalized nickname. 400 (`nickname`) if it holds invisible characters, or is then empty or too long. */
export function shownNickname(given: string): string {
  if (invisible.test(given)) throw refusal("must not hold invisible characters", "不能包含不可见字符");
  const nickname = normalized(given);
  if (nickname === "") throw refusal("must not be empty", "不能为空");
  if (nickname.length > MAX_LENGTH)
    throw refusal(`must be at most ${MAX_LENGTH} characters long`, `长度最多 ${MAX_LENGTH}`);
  return nickname;
}

/** A nickname that a member chooses: 400 also if it could pass for the shop's staff (RESERVED_NICKNAMES). */
export function chosenNickname(given: string): string {
  const nickname = shownNickname(given);
  if (isReserved(nickname)) throw refusal("is reserved for the shop", "为商城保留名称，请更换");
  return nickname;
}

/** The social provider's nickname of a person, as far as it may be shown; undefined if nothing is left. */
export function socialNickname(given: string): string | undefined {
  const visible = given.replace(allInvisible, "");
  const nickname = [...normalized(visible)].slice(0, MAX_LENGTH).join("").slice(0, MAX_LENGTH).trim();
  return nickname === "" || isReserved(nickname) ? undefined : nickname;
}

/** Reserved words match anywhere in a name, but Latin ones only as whole words ("badminton" is no admin). */
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

/** What a row stores of a nickname, with the terms it is found by. */
export const nicknameFields = (nickname: string): Required<Pick<MemberDoc, "nickname" | "nicknameTerms">> => ({
  nickname,
  nicknameTerms: termsOfName(nickname),
});
