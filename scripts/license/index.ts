import { parseArgs } from "node:util";
import "#shared/subscriptions.js";
import { DateTime } from "luxon";
import {
  getLicense,
  issueLicense,
  licensePublicKeys,
  licenseText,
  rotateLicenseKey,
  verifyLicense,
} from "#shared/domains/license/index.js";
import { AppError } from "#shared/kernel/request/errors.js";
import { connectMongo, disconnectMongo } from "#shared/kernel/mongo/mongo.js";
import { disconnectRedis } from "#shared/kernel/redis/redis.js";

const usage = `Usage:
  npm run license -- issue --user=<member id> --product=<id> [--product-name=<text>] --domain=<domain> --company=<name> --expires=<yyyy-MM-dd> [--past]
  npm run license -- verify --no=<authorization number> and/or --domain=<domain>
  npm run license -- rotate-key      another key signs from now on; older signatures stay verifiable
  npm run license -- keys            the public keys, for those who verify licenses without us`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    user: { type: "string" },
    product: { type: "string" },
    "product-name": { type: "string" },
    domain: { type: "string" },
    company: { type: "string" },
    expires: { type: "string" },
    no: { type: "string" },
    past: { type: "boolean" },
  },
});

class WrongUsage extends Error {}
type Name = Exclude<keyof typeof values, "past">;

function needed(name: Name): string {
  const value = values[name];
  if (!value) throw new WrongUsage(`--${name} is missing`);
  return value;
}
function neededId(name: Name): number {
  const id = Number(needed(name));
  if (!Number.isSafeInteger(id) || id < 1) throw new WrongUsage(`--${name} must be a positive number`);
  return id;
}
function neededDay(name: Name): Date {
  const day = DateTime.fromISO(needed(name), { zone: "Asia/Shanghai" });
  if (!day.isValid) throw new WrongUsage(`--${name} must be a day like 2027-12-31`);
  return day.toJSDate();
}

/** Each returns the text to print. */
const commands: Record<string, () => Promise<string>> = {
  async issue() {
    const { id, authorizationNo } = await issueLicense({
      memberId: neededId("user"),
      productId: neededId("product"),
      productName: values["product-name"],
      domainName: needed("domain"),
      companyName: needed("company"),
      expiresAt: neededDay("expires"),
      isConfirmed: values.past ?? false,
    });
    const license = await getLicense(id);
    const signed = `signed by key ${license.keyId}: ${license.signature}\nover: ${licenseText(license)}`;
    return `license ${id} for ${license.domainName}\nauthorization number ${authorizationNo}\n${signed}`;
  },
  async verify() {
    if (!values.no && !values.domain) throw new WrongUsage("--no or --domain is missing");
    const { fault, license } = await verifyLicense({ authorizationNo: values.no, domainName: values.domain });
    if (fault !== undefined) process.exitCode = 1;
    if (!license) return `not valid: ${fault}`;
    const day = DateTime.fromJSDate(license.expiresAt, { zone: "Asia/Shanghai" }).toISODate();
    return `${fault ? `not valid: ${fault}` : "valid"}\n${license.companyName}, ${license.domainName}, until the end of ${day}`;
  },
  async "rotate-key"() {
    const { keyId, publicKey } = await rotateLicenseKey();
    return `key ${keyId} signs from now on\n${publicKey}`;
  },
  async keys() {
    const keys = await licensePublicKeys();
    return keys.map(({ keyId, publicKey }) => `key ${keyId}\n${publicKey}`).join("\n") || "no license was issued yet";
  },
};

const command = commands[positionals[0] ?? ""];
try {
  if (!command || positionals.length !== 1) throw new WrongUsage("which command?");
  await connectMongo();
  console.log(await command());
} catch (error) {
  if (!(error instanceof WrongUsage) && !(error instanceof AppError)) throw error;
  console.error(error instanceof WrongUsage ? `${error.message}\n${usage}` : error.message);
  process.exitCode = 2;
} finally {
  await disconnectRedis();
  await disconnectMongo();
}
