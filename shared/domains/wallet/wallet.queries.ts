import { findMember, memberErrors } from "#shared/domains/member/index.js";
import { nextId } from "#shared/platform/ids.js";
import { isDuplicateKey, outsideTransaction } from "#shared/platform/mongo.js";
import { WalletModel, type WalletDoc } from "./wallet.model.js";

/** The member's wallet, made at first use (outside any transaction: it is empty, so it may stay whatever happens). */
export async function walletOf(memberId: number): Promise<WalletDoc> {
  const known = await WalletModel.findOne({ memberId }).lean<WalletDoc>();
  return known ?? outsideTransaction(() => makeWallet(memberId));
}

/** The wallet of any member, for operators. Throws 1004001000. */
export async function memberWallet(memberId: number): Promise<WalletDoc> {
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

/** Wallets, newest first (operators). */
export async function pageWallets(
  { userId }: { userId?: number | undefined },
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ list: WalletDoc[]; total: number }> {
  const filter = userId === undefined ? {} : { memberId: userId };
  const list = await WalletModel.find(filter)
    .sort({ createdAt: -1, _id: -1 })
    .skip((pageNo - 1) * pageSize)
    .limit(pageSize)
    .lean<WalletDoc[]>();
  return { list, total: await WalletModel.countDocuments(filter) };
}
