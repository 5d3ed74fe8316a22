import { findMember, findMemberByMobile, memberErrors } from "#shared/domains/member/index.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { isDuplicateKey, outsideTransaction } from "#shared/kernel/mongo/mongo.js";
import { WalletModel, type WalletDoc } from "./wallet.model.js";

/** The member's wallet, made at first use (outside any transaction: it is empty, so it may stay whatever happens). */
export async function walletOf(memberId: number): Promise<WalletDoc> {
  const known = await WalletModel.findOne({ memberId }).lean<WalletDoc>();
  return known ?? outsideTransaction(() => makeWallet(memberId));
}

/** The wallet that an operator looks at: of any member, also of one who has left. Throws 1004001000. */
export async function memberWallet(memberId: number): Promise<WalletDoc> {
  return (await WalletModel.findOne({ memberId }).lean<WalletDoc>()) ?? walletOfMember(memberId);
}

/** The wallet of a member who is there. Throws 1004001000. */
export async function walletOfMember(memberId: number): Promise<WalletDoc> {
  if (!(await findMember(memberId))) throw memberErrors.MemberNotFound();
  return walletOf(memberId);
}

async function makeWallet(memberId: number): Promise<WalletDoc> {
  const _id = await nextId("wallets");
  try {
    await WalletModel.create([{ _id, memberId }]);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error; // made by another request meanwhile
  }
  const wallet = await WalletModel.findOne({ memberId }).lean<WalletDoc>();
  if (!wallet) throw new Error(`member ${memberId} has no wallet after it was made`);
  return wallet;
}

/** Wallets, newest first (operators); by `mobile` the wallet of the member who has it now. */
export async function pageWallets(
  { userId, mobile }: { userId?: number | undefined; mobile?: string | undefined },
  page: Page,
): Promise<PageOf<WalletDoc>> {
  const owner = mobile === undefined ? undefined : await findMemberByMobile(mobile);
  if (owner === null || (owner && userId !== undefined && userId !== owner._id)) return { list: [], total: 0 };
  const memberId = owner?._id ?? userId;
  return pageOf(WalletModel, memberId === undefined ? {} : { memberId }, page);
}
