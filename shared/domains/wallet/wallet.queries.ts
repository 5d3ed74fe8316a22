import { findMemberByMobile, requireMember } from "#shared/domains/member/index.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { ignoreDuplicate } from "#shared/kernel/mongo/duplicates.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { outsideTransaction } from "#shared/kernel/mongo/mongo.js";
import { WalletModel, type WalletDoc } from "./wallet.model.js";

/** The member's wallet, created at first use (outside any transaction, as an empty one may stay after a rollback). */
export async function walletOf(memberId: number): Promise<WalletDoc> {
  const known = await WalletModel.findOne({ memberId }).lean<WalletDoc>();
  return known ?? outsideTransaction(() => createWallet(memberId));
}

/** For operators: the wallet of any member, also after the account was closed. Throws 1004001000. */
export async function memberWallet(memberId: number): Promise<WalletDoc> {
  return (await WalletModel.findOne({ memberId }).lean<WalletDoc>()) ?? walletOfMember(memberId);
}

/** The wallet of an existing member. Throws 1004001000, and 1004001018 for a merged one. */
export async function walletOfMember(memberId: number): Promise<WalletDoc> {
  await requireMember(memberId);
  return walletOf(memberId);
}

async function createWallet(memberId: number): Promise<WalletDoc> {
  const _id = await nextId("wallets");
  // Another request may have created it meanwhile.
  await WalletModel.create([{ _id, memberId }]).catch(ignoreDuplicate());
  const wallet = await WalletModel.findOne({ memberId }).lean<WalletDoc>();
  if (!wallet) throw new Error(`member ${memberId} has no wallet after it was made`);
  return wallet;
}

/** For operators, newest first; `mobile` finds the member who has it now. */
export async function pageWallets(
  { userId, mobile }: { userId?: number | undefined; mobile?: string | undefined },
  page: Page,
): Promise<PageOf<WalletDoc>> {
  const owner = mobile === undefined ? undefined : await findMemberByMobile(mobile);
  if (owner === null || (owner && userId !== undefined && userId !== owner._id)) return { list: [], total: 0 };
  const memberId = owner?._id ?? userId;
  return pageOf(WalletModel, memberId === undefined ? {} : { memberId }, page);
}
