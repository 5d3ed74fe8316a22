import { PayAppId } from "#shared/domains/pay/channel/payChannel.codes.js";
import { expect, step, until, yuan } from "../walk.js";
import type { MemberClient, OperatorClient, SandboxClient } from "../shopClient.js";
import type { Who } from "../people/signInAndAddress.js";

/** A recharge package, paid on the third-party provider's web page; the bonus is added. */
export async function fillWallet(member: MemberClient, sandbox: SandboxClient, who: Who): Promise<void> {
  await step(
    "the wallet is empty",
    () => member.get("/app-api/pay/wallet/get"),
    ({ balance }) => yuan(balance),
  );
  const chosen = await step(
    "choose the largest recharge package",
    async () => {
      const packages = await member.get("/app-api/pay/wallet-recharge-package/list");
      const largest = packages.at(-1);
      expect(largest !== undefined, "there is no recharge package");
      return largest;
    },
    ({ name, payPrice, bonusPrice }) => `${name}: ${yuan(payPrice)} and ${yuan(bonusPrice)} on top`,
  );
  const { payOrderId } = await member.post("/app-api/pay/wallet-recharge/create", {
    payPrice: chosen.payPrice,
    packageId: chosen.id,
  });
  await step("a wallet cannot be filled from a wallet", async () => {
    const codes = await member.post("/app-api/pay/channel/get-enable-code-list", { appId: PayAppId.wallet });
    expect(!codes.includes("wallet"), "the wallet is offered");
  });
  const form = await step(
    "submit to the third-party web page: a form",
    () =>
      member.post("/app-api/pay/order/submit", {
        id: payOrderId,
        userId: who.userId,
        channelCode: "payplat_pc",
        displayMode: "form",
        returnUrl: `${member.baseUrl}/paid`,
      }),
    ({ displayContent }) => (displayContent ?? "").replaceAll(/\s+/g, " "),
  );
  expect(/<form/i.test(form.displayContent ?? ""), "no form came back");
  await payAtChannel(member, sandbox, payOrderId);
  await step(
    "the wallet holds the recharge and its bonus",
    () =>
      until("the balance", async () => {
        const wallet = await member.get("/app-api/pay/wallet/get");
        return wallet.balance === chosen.payPrice + chosen.bonusPrice ? wallet : undefined;
      }),
    ({ balance }) => yuan(balance),
  );
}

/** As much as by the largest package, in a shop whose web page for payments is off: given by the operator. */
export async function giveBalance(member: MemberClient, operator: OperatorClient, { userId }: Who): Promise<void> {
  await step("the operator fills the wallet instead", async () => {
    const largest = (await member.get("/app-api/pay/wallet-recharge-package/list")).at(-1);
    const balance = (largest?.payPrice ?? 0) + (largest?.bonusPrice ?? 0);
    await operator.put("/admin-api/pay/wallet/update-balance", { userId, balance, reason: "For the demo" });
  });
}

/** The payer pays the current attempt; the provider calls back. */
export async function payAtChannel(member: MemberClient, sandbox: SandboxClient, payOrderId: number): Promise<void> {
  const { no } = await member.get("/app-api/pay/order/get", { id: payOrderId, sync: false });
  await step(
    "the payer pays; the provider calls back",
    async () => {
      const settled = await sandbox.post<{ state: string; deliveries: { status: number }[] }>(
        `/sandbox/pay/orders/${no}/settle`,
        { outcome: "success" },
      );
      expect(settled.state === "paid", `the provider says ${settled.state}`);
      return settled;
    },
    ({ deliveries }) => `${no}, callback answered ${deliveries[0]?.status ?? "-"}`,
  );
}
