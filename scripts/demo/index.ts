import { buyAndPay } from "./buyAndPay.js";
import { fillWallet } from "./fillWallet.js";
import { letExpire } from "./letExpire.js";
import { payAnyWay, payByWallet } from "./payAnyWay.js";
import { shipAndReview } from "./shipAndReview.js";
import { signInAndAddress } from "./signInAndAddress.js";
import { SandboxClient, ShopClient } from "./shopClient.js";
import { stockTheShop } from "./stockTheShop.js";
import { Surprise, step } from "./walk.js";
import { watchQueues } from "./watchQueues.js";

/** `npm run demo`: walks the main job as a client against the running shop. Exit code 1 on any surprise. */
const shopUrl = process.env["PUBLIC_URL"] ?? "http://127.0.0.1:8080";
const sandboxUrl = process.env["SANDBOX_URL"] ?? "http://127.0.0.1:8090";

const startedAt = performance.now();
try {
  const member = new ShopClient(shopUrl);
  const sandbox = new SandboxClient(sandboxUrl);
  const operator = new ShopClient(shopUrl);
  await step("operator signs in", async () => {
    const username = process.env["OPERATOR_USERNAME"];
    const password = process.env["OPERATOR_PASSWORD"];
    const { accessToken } = await operator.post<{ accessToken: string }>("/admin-api/system/auth/login", {
      username,
      password,
    });
    operator.token = accessToken;
  });
  const who = await signInAndAddress(member, sandbox);
  await buyAndPay(member, operator, sandbox, who);
  await letExpire(member, operator, who);
  const product = await stockTheShop(operator, member);
  await fillWallet(member, sandbox, who);
  await payAnyWay(member, sandbox, who, product);
  const orderId = await payByWallet(member, who, product);
  await shipAndReview(member, operator, sandbox, orderId, product);
  await watchQueues(operator);
  await step("sign out; the token is dead at once", async () => {
    await member.post("/app-api/member/auth/logout");
    const { code } = await member.send("GET", "/app-api/member/user/get");
    if (code !== 401) throw new Surprise(`a signed-out token answered ${code}`);
  });
  console.log(`\nAll of it worked, in ${Math.round((performance.now() - startedAt) / 100) / 10} s.`);
} catch (error) {
  console.error(
    `\n${error instanceof Surprise ? error.message : String(error instanceof Error ? error.stack : error)}`,
  );
  process.exitCode = 1;
}
