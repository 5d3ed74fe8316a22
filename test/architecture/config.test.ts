import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "chai";
import { ConfigError, configNames, parseConfig } from "#shared/kernel/config/configSchema.js";

const root = resolve(import.meta.dirname, "../..");
const good = {
  MONGODB_URI: "mongodb://127.0.0.1/shop",
  REDIS_URL: "redis://127.0.0.1",
  S3_ENDPOINT: "http://127.0.0.1:8333",
  S3_ACCESS_KEY: "a",
  S3_SECRET_KEY: "b",
  JWT_KEYS: "k1:gq8Zt3Vw0nKd5yLxR2sBm7HcUj4EfPa9",
  SEAL_KEY: "0123456789abcdef".repeat(4),
};
const faultsOf = (env: Record<string, string>): string[] => {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).faults;
  }
};

describe("the configuration", () => {
  it(".env.example names every variable, and no other", () => {
    const text = readFileSync(resolve(root, ".env.example"), "utf8");
    const named = [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!);
    const launcher = [
      "SERVICES_FROM",
      "EMBEDDED_MONGODB",
      "SERVICES_CACHE",
      "WORKER_CONCURRENCY_NOTIFY",
      "API_OPS_PORT",
      "WORKER_OPS_PORT",
      "CRON_OPS_PORT",
      "TEST_LANES",
      "TEST_AGAIN",
      "TEST_TIMEOUT_MINUTES",
      "TEST_SERVICES_KEEP",
    ];
    expect([...new Set(named)].filter((name) => !launcher.includes(name)).sort()).to.deep.equal(
      [...configNames].sort(),
    );
  });

  it("takes a small environment", () => {
    expect(parseConfig(good)).to.include({ PORT: 8080, HOST: "127.0.0.1", PUBLIC_URL: "http://127.0.0.1:8080" });
  });

  it("tells every fault at once", () => {
    expect(faultsOf({ ...good, PORT: "99999", SEAL_KEY: "short", REDIS_URL: "" })).to.have.lengthOf(3);
  });

  it("production names all that is missing, and no sandbox", () => {
    const faults = faultsOf({
      ...good,
      NODE_ENV: "production",
      SANDBOX_URL: "http://127.0.0.1:8090",
      SMS_TEST_MOBILE: "13800000000",
    });
    expect(faults.join("\n"))
      .to.match(/OPERATOR_PASSWORD: is required/)
      .and.match(/SANDBOX_URL: /)
      .and.match(/SMS_TEST_MOBILE: /);
  });

  it("production takes no key that was typed, no address without TLS, and no provider on its own machine", () => {
    const told = (env: Record<string, string>, NODE_ENV = "production"): string[] =>
      faultsOf({ ...good, NODE_ENV, ...env }).filter((fault) =>
        Object.keys(env).some((name) => fault.startsWith(name)),
      );
    const strong = "k2:gq8Zt3Vw0nKd5yLxR2sBm7HcUj4EfPa9";
    for (const env of [
      { JWT_KEYS: `k1:${"x".repeat(40)}` },
      { JWT_KEYS: `${strong},k1:${"ab".repeat(20)}` },
      { SEAL_KEY: "0".repeat(64) },
      { SEAL_KEY: "aB".repeat(32) },
      { PUBLIC_URL: "http://shop.example" },
      { SMS_BASE_URL: "http://127.0.0.1:8090/sms" },
      { WECHATPAY_BASE_URL: "https://localhost/pay" },
      { NUONUO_TOKEN_URL: "http://[::1]:8090/token" },
    ] as Record<string, string>[]) {
      expect(told(env), JSON.stringify(env)).to.have.lengthOf(1);
      expect(told(env, "development"), JSON.stringify(env)).to.deep.equal([]);
    }
    expect(told({ JWT_KEYS: strong, PUBLIC_URL: "https://shop.example" })).to.deep.equal([]);
  });

  it("production takes no password for the first operator that everybody tries first", () => {
    const told = (env: Record<string, string>): string[] =>
      faultsOf({ ...good, NODE_ENV: "production", ...env }).filter((fault) => fault.startsWith("OPERATOR_PASSWORD"));
    for (const OPERATOR_PASSWORD of ["password", "Admin123", "12345678", "operator", "changeme!", "operator-1"])
      expect(told({ OPERATOR_PASSWORD }), OPERATOR_PASSWORD).to.have.lengthOf(1);
    expect(told({ OPERATOR_USERNAME: "warehouse", OPERATOR_PASSWORD: "warehouse" })).to.have.lengthOf(1);
    expect(told({ OPERATOR_PASSWORD: "kT7wq2ZpXa9c" })).to.deep.equal([]);
    expect(faultsOf({ ...good, OPERATOR_PASSWORD: "password" })).to.deep.equal([]);
  });

  it("new operators choose a password of their own first in production, elsewhere when it is said", () => {
    expect(parseConfig(good).NEW_OPERATORS_CHANGE_PASSWORD).to.equal(false);
    expect(parseConfig({ ...good, NEW_OPERATORS_CHANGE_PASSWORD: "true" }).NEW_OPERATORS_CHANGE_PASSWORD).to.equal(
      true,
    );
  });

  it("production tells what is missing beside every other fault", () => {
    const faults = faultsOf({ NODE_ENV: "production" });
    expect(faults.filter((fault) => fault.startsWith("MONGODB_URI: is missing"))).to.have.lengthOf(1);
    expect(faults.filter((fault) => fault.startsWith("OPERATOR_PASSWORD: is required"))).to.have.lengthOf(1);
  });

  it("production wants an application of WeChat Pay for each kind of client, the one that its people sign in to", () => {
    const faults = (env: Record<string, string>) =>
      faultsOf({ ...good, NODE_ENV: "production", ...env }).filter((fault) => fault.startsWith("WECHATPAY_APP_ID_"));
    const names = ["LITE", "PUB", "APP"].map((client) => `WECHATPAY_APP_ID_${client}`);
    expect(faults({})).to.deep.equal(names.map((name) => `${name}: is required in production`));
    const given = { WECHATPAY_APP_ID_LITE: "wx1", WECHATPAY_APP_ID_PUB: "wx2", WECHATPAY_APP_ID_APP: "wx3" };
    const social = { SOCIAL_MINI_APP_ID: "wx1", SOCIAL_OFFICIAL_APP_ID: "wx2", SOCIAL_MOBILE_APP_ID: "wx3" };
    expect(faults({ ...given, ...social })).to.deep.equal([]);
    expect(faults({ ...given, ...social, SOCIAL_MINI_APP_ID: "wx9" })).to.deep.equal([
      "WECHATPAY_APP_ID_LITE: is not SOCIAL_MINI_APP_ID, whose openids are to pay",
    ]);
    expect(faultsOf({ ...good, ...given, SOCIAL_MINI_APP_ID: "wx9" })).to.deep.equal([]);
  });

  it("production keeps the social provider's secrets to itself unless told otherwise", () => {
    const given: Record<string, string> = { ...good, NODE_ENV: "production" };
    for (const fault of faultsOf(given)) given[fault.split(":")[0]!] = "https://shop.example";
    Object.assign(given, { SMTP_URL: "smtps://shop:secret@mail.example", MAIL_FROM: "shop@shop.example" });
    expect(parseConfig(given).SOCIAL_EXPOSE_SECRETS).to.equal(false);
    expect(parseConfig(given).NEW_OPERATORS_CHANGE_PASSWORD).to.equal(true);
    expect(parseConfig({ ...given, SOCIAL_EXPOSE_SECRETS: "true" }).SOCIAL_EXPOSE_SECRETS).to.equal(true);
    expect(parseConfig(good).SOCIAL_EXPOSE_SECRETS).to.equal(true);
  });

  it("production needs a mail server and a sender; what is none is told", () => {
    const faults = faultsOf({ ...good, NODE_ENV: "production" });
    expect(faults).to.include.members(["SMTP_URL: is required in production", "MAIL_FROM: is required in production"]);
    for (const SMTP_URL of ["mail.example", "http://mail.example", "smtp://", "smtp://mail.example/inbox"])
      expect(faultsOf({ ...good, SMTP_URL }), SMTP_URL).to.have.lengthOf(1);
    for (const MAIL_FROM of ["shop", "Shop <shop>", "a@b.example, c@d.example", "Shop\nBcc: x <a@b.example>"])
      expect(faultsOf({ ...good, MAIL_FROM }), MAIL_FROM).to.have.lengthOf(1);
    expect(
      parseConfig({ ...good, SMTP_URL: "smtp://u:p@[::1]:25/", MAIL_FROM: "商城 <a@b.example>" }).MAIL_FROM,
    ).to.equal("商城 <a@b.example>");
  });

  it("production needs the keys of the tracking providers that are named, or of kuaidi100", () => {
    const express = (env: Record<string, string>) =>
      faultsOf({ ...good, NODE_ENV: "production", ...env })
        .map((fault) => fault.split(":")[0]!)
        .filter((name) => /^(KUAIDI100|KDNIAO|EXPRESS)_/.test(name));
    const [kuaidi100, kdniao] = [
      ["KUAIDI100_CUSTOMER", "KUAIDI100_KEY", "KUAIDI100_SALT"],
      ["KDNIAO_BUSINESS_ID", "KDNIAO_API_KEY"],
    ];
    expect(express({})).to.deep.equal(kuaidi100);
    expect(express({ EXPRESS_PROVIDERS: "kdniao" })).to.deep.equal(kdniao);
    expect(express({ EXPRESS_PROVIDERS: "kdniao, kuaidi100" })).to.deep.equal([...kdniao, ...kuaidi100]);
    expect(express({ EXPRESS_PROVIDERS: "kdniao", KDNIAO_BUSINESS_ID: "1", KDNIAO_API_KEY: "2" })).to.deep.equal([]);
    expect(faultsOf({ ...good, EXPRESS_PROVIDERS: "dhl" })).to.have.lengthOf(1);
    expect(parseConfig(good).EXPRESS_PROVIDERS).to.deep.equal(["kuaidi100", "kdniao"]);
  });

  it('the text "false" is false', () => {
    expect(parseConfig({ ...good, ENVELOPE_ALWAYS_200: "false" }).ENVELOPE_ALWAYS_200).to.equal(false);
  });
});
