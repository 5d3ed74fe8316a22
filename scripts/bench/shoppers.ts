import { deleteEach, updateEach } from "#scripts/deployment/eachRow.js";
import { SpuStatus } from "#shared/domains/catalog/catalog.states.js";
import { MemberStatus, Sex } from "#shared/domains/member/member.states.js";
import { WalletBizType } from "#shared/domains/wallet/wallet.codes.js";
import { Terminal } from "#shared/kernel/kernel.codes.js";
import type { Deployment } from "./deployment.js";

export interface BenchMember {
  memberId: number;
  addressId: number;
  token: string;
}

let next = 1_000_000;

/** Signed-in members with an address, written straight into the database. */
export async function makeMembers(deployment: Pick<Deployment, "db" | "token">, count: number): Promise<BenchMember[]> {
  const ids = Array.from({ length: count }, () => next++);
  const now = new Date();
  const stamps = { createdAt: now, updatedAt: now };
  const insert = (collection: string, rowOf: (id: number) => object) =>
    deployment.db
      .collection<{ _id: number }>(collection)
      .insertMany(ids.map((_id) => ({ _id, ...rowOf(_id), ...stamps })));
  await insert("members", (id) => ({
    mobile: `15${String(id).padStart(9, "0")}`,
    passwordHash: null,
    nickname: "",
    avatar: "",
    sex: Sex.unsaid,
    status: MemberStatus.enabled,
    point: 0,
    experience: 0,
    levelId: null,
    registerIp: "",
    registerTerminal: Terminal.unknown,
    loginIp: "",
    loginAt: null,
    addressVersion: 0,
  }));
  await insert("sessions", (id) => ({
    audience: "member",
    ownerId: id,
    refreshHash: `bench-${id}`,
    rotated: [],
    endedAt: null,
    lastActiveAt: now,
  }));
  await insert("addresses", (id) => ({
    memberId: id,
    name: "Buyer",
    mobile: "13900000000",
    areaId: 310101,
    province: "",
    city: "",
    district: "",
    detailAddress: "1 Street",
    isDefault: true,
  }));
  return ids.map((id) => ({ memberId: id, addressId: id, token: deployment.token(id) }));
}

/** A call of the back office; returns its data. */
export async function callOffice(
  deployment: Deployment,
  method: string,
  path: string,
  body: object,
  token?: string,
): Promise<unknown> {
  const answer = await fetch(deployment.url + path, {
    method,
    headers: {
      "content-type": "application/json",
      terminal: String(Terminal.unknown),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  const { code, data, msg } = (await answer.json()) as { code: number; data: unknown; msg: string };
  if (code !== 0) throw new Error(`${path}: ${code} ${msg}`);
  return data;
}

/** Signs in the first operator, who has every permission. */
export async function operatorToken(deployment: Deployment): Promise<string> {
  const username = deployment.env["OPERATOR_USERNAME"] ?? "operator";
  const password = deployment.env["OPERATOR_PASSWORD"]!;
  const signedIn = await callOffice(deployment, "POST", "/admin-api/system/auth/login", { username, password });
  return (signedIn as { accessToken: string }).accessToken;
}

/** Fills the members' wallets as an operator does. */
export async function fillWallets(deployment: Deployment, members: readonly BenchMember[], fen: number): Promise<void> {
  const token = await operatorToken(deployment);
  for (const { memberId } of members) {
    const change = { userId: memberId, balance: fen, reason: "bench" };
    await callOffice(deployment, "PUT", "/admin-api/pay/wallet/update-balance", change, token);
  }
}

/** Wallets in bulk, written directly with the ledger row of an operator's change. */
export async function writeWallets(
  { db }: Pick<Deployment, "db">,
  members: readonly BenchMember[],
  fen: number,
): Promise<void> {
  const now = new Date();
  const stamps = { createdAt: now, updatedAt: now };
  await db.collection<{ _id: number }>("wallets").insertMany(
    members.map(({ memberId }) => ({
      _id: memberId,
      memberId,
      balanceFen: fen,
      frozenFen: 0,
      totalExpenseFen: 0,
      totalRechargeFen: 0,
      closedAt: null,
      ...stamps,
    })),
  );
  await db.collection<{ _id: number }>("walletTransactions").insertMany(
    members.map(({ memberId }) => ({
      _id: memberId,
      no: `bench-${memberId}`,
      walletId: memberId,
      memberId,
      bizType: WalletBizType.adjustment,
      bizId: `bench-${memberId}`,
      title: null,
      note: "bench",
      priceFen: fen,
      balanceAfterFen: fen,
      ...stamps,
    })),
  );
}

/** SKUs of the demo shop that ship by express to anyone, with this much stock. */
export async function stockUp(deployment: Deployment, count: number, stock: number): Promise<number[]> {
  const spus = await deployment.db
    .collection<{ _id: number }>("spus")
    .find(
      { status: SpuStatus.onShelf, isVirtual: { $ne: true }, needPrescription: { $ne: true } },
      { projection: { _id: 1 } },
    )
    .toArray();
  const skus = deployment.db.collection<{ _id: number }>("skus");
  const chosen = await skus
    .find({ spuId: { $in: spus.map(({ _id }) => _id) } }, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .limit(count)
    .toArray();
  const ids = chosen.map(({ _id }) => _id);
  await updateEach(skus, { _id: { $in: ids } }, { $set: { stock, initialStock: stock, reserved: 0, sold: 0 } });
  await deleteEach(deployment.db.collection<{ _id: number }>("paidUnits"), { _id: { $in: ids } });
  return ids;
}
