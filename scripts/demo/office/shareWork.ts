import { randomBytes } from "node:crypto";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { OperatorClient } from "../shopClient.js";
import { expect, step } from "../walk.js";

const ORDERS = "/admin-api/trade/order/page";

/** The operator grants somebody the right to view orders only, then revokes it. All is left as before. */
export async function shareWork(operator: OperatorClient): Promise<void> {
  const word = randomBytes(4).toString("hex");
  const helper = new OperatorClient(operator.baseUrl);
  const { roleId, userId } = await step("a role that may look at orders, and an operator who has it", async () => {
    const permissions = ["trade:order:query"];
    const role = { name: "Order desk", code: `desk-${word}`, permissions };
    const made = await operator.post<number>("/admin-api/system/role/create", role);
    const user = { username: `desk-${word}`, nickname: "Desk", password: `first ${word}`, roleIds: [made] };
    const id = await operator.post<number>("/admin-api/system/user/create", { ...user, mustChangePassword: true });
    return { roleId: made, userId: id };
  });
  await step("who signs in, and must choose a password of their own first", async () => {
    const credentials = { username: `desk-${word}`, password: `first ${word}` };
    const signedIn = await helper.post<{ accessToken: string }>("/admin-api/system/auth/login", credentials);
    helper.token = signedIn.accessToken;
    await helper.refused(1002000011, "GET", ORDERS);
    const passwords = { oldPassword: credentials.password, newPassword: `own ${word} one` };
    await helper.put("/admin-api/system/user/profile/update-password", passwords);
  });
  await step("sees the orders, and may do nothing else", async () => {
    const { total } = await helper.get<{ total: number }>(ORDERS);
    expect(total > 0, "no order is seen");
    await helper.refused(403, "PUT", "/admin-api/trade/order/refund", {});
    await helper.refused(403, "POST", "/admin-api/system/user/create", {});
  });
  await step("the role is taken away, and with it the view, at once", async () => {
    await operator.post("/admin-api/system/permission/assign-user-role", { userId, roleIds: [] });
    await helper.refused(403, "GET", ORDERS);
    await operator.put("/admin-api/system/user/update-status", { id: userId, status: EnabledStatus.disabled });
    await helper.refused(401, "GET", ORDERS);
    await operator.delete(`/admin-api/system/user/delete?id=${userId}`);
    await operator.delete(`/admin-api/system/role/delete?id=${roleId}`);
  });
}
