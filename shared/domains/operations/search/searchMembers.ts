import { MemberModel, type MemberDoc } from "#shared/domains/member/index.js";
import { buyersByPhoneEnd } from "#shared/domains/trade/index.js";
import { byWords } from "#shared/kernel/lists/searchTerms.js";
import { bestOf, MOST_HITS, type Hit, type Sought } from "#shared/kernel/lists/sought.js";

type Member = Pick<MemberDoc, "_id" | "nickname" | "mobile" | "status" | "createdAt">;
const shown = "nickname mobile status createdAt";

const membersWhere = (which: object): Promise<Member[]> =>
  MemberModel.find(which, shown).sort({ createdAt: -1, _id: -1 }).limit(MOST_HITS).lean<Member[]>().exec();

/**
 * Members by their mobile or id, by words of their nickname, or parts of them and their pinyin; by the last four digits of
 * their mobile those who ordered to it lately, as only orders keep these digits.
 */
export async function searchMembers({ id, name, phones, phoneEnd }: Sought): Promise<Hit[]> {
  const [byMobile, byId, named, ended] = await Promise.all([
    phones.length === 0 ? [] : membersWhere({ mobile: { $in: phones } }),
    id === undefined ? [] : membersWhere({ _id: id }),
    name === undefined ? [] : membersWhere({ nicknameTerms: byWords(name) }),
    phoneEnd === undefined ? [] : buyersWith(phoneEnd),
  ]);
  const hit =
    (isExact: boolean) =>
    (member: Member): Hit => ({
      id: member._id,
      title: member.nickname || String(member._id),
      state: String(member.status),
      amountFen: null,
      about: member.mobile ?? "",
      at: member.createdAt,
      isExact,
    });
  return bestOf([...byMobile, ...byId].map(hit(true)), [...named, ...ended].map(hit(false)));
}

async function buyersWith(phoneEnd: string): Promise<Member[]> {
  const members = await MemberModel.find({ _id: { $in: await buyersByPhoneEnd(phoneEnd) } }, shown).lean<Member[]>();
  return members.filter(({ mobile }) => mobile?.endsWith(phoneEnd));
}
