import type { Shop, Shopper } from "../shopper.js";
import { expect, step } from "../walk.js";

interface Issued {
  id: number;
  authorizationNo: string;
}
interface Verification {
  exists: boolean;
  authorizationNo: string | null;
  message: string;
}
interface Checks {
  valid: boolean;
  checks: Record<"code" | "domain" | "period" | "signature", boolean>;
  message: string;
}
const DAY_MS = 86_400_000;

/** A license for a Chinese domain: issued, found by domain and number, invalid for another domain, revoked. */
export async function checkLicense({ client, userId }: Shopper, { operator }: Shop): Promise<void> {
  const name = `演示${Date.now()}`;
  const domainName = `${name}.中国`;
  const { list: products } = await operator.get<{ list: { id: number }[] }>("/admin-api/website/product/page");
  const issue = (expirationTime: number, domain: string): Promise<Issued> =>
    operator.post<Issued>("/admin-api/website/license/issue", {
      userId,
      productId: products[0]?.id,
      productName: "Shop",
      domainName: domain,
      companyName: "演示科技有限公司",
      expirationTime,
      // One is over already: that is asked about first.
      confirm: true,
    });
  const verify = (query: { domainName?: string; authorizationNo?: string }): Promise<Verification> =>
    client.get("/app-api/website/license/verify", query);
  const check = (code: string, domain: string): Promise<Checks> => client.get("/api/license/verify", { code, domain });

  const license = await step(
    "a license for a Chinese domain, good through today",
    () => issue(Date.now(), domainName),
    ({ authorizationNo }) => authorizationNo,
  );
  await step(
    "anyone may query by the domain; the number is masked",
    async () => {
      const found = await verify({ domainName });
      expect(found.exists, found.message);
      expect(found.authorizationNo !== license.authorizationNo, "the number is shown");
      return found;
    },
    ({ authorizationNo, message }) => `${authorizationNo}: ${message}`,
  );
  await step(
    "code, punycode domain, period, signature: good",
    async () => {
      const { valid, checks, message } = await check(license.authorizationNo, new URL(`http://${domainName}`).hostname);
      expect(valid, message);
      return checks;
    },
    (checks) => Object.keys(checks).join(", "),
  );
  await step(
    "not for a subdomain; an old one has expired",
    async () => {
      const { checks } = await check(license.authorizationNo, `www.${domainName}`);
      expect(!checks.domain && checks.code && checks.signature, "the subdomain passed");
      const old = await issue(Date.now() - 2 * DAY_MS, `alt-${name}.中国`);
      const { exists, message } = await verify({ authorizationNo: old.authorizationNo });
      expect(!exists, "an expired license is valid");
      return message;
    },
    (message) => message,
  );
  await step("the member sees both licenses", async () => {
    const mine = await client.get("/app-api/website/user/licenses");
    expect(
      mine.some(({ id }) => id === license.id),
      "the license is missing",
    );
  });
  await step(
    "revoked, it verifies no more",
    async () => {
      await operator.put("/admin-api/website/license/revoke", { id: license.id });
      const { exists, message } = await verify({ domainName });
      expect(!exists, "a revoked license is valid");
      return message;
    },
    (message) => message,
  );
}
