import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "chai";
import { hasKeys, providerGroups, providerNames, type ProviderGroup } from "#shared/kernel/config/providerGroups.js";
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

/** A value for each key of these providers. */
const keysOf = (...groups: ProviderGroup[]): Record<string, string> =>
  Object.fromEntries(
    groups.flatMap((group) => providerGroups[group].needs).map((name) => [name, samples[name] ?? "given-for-a-test"]),
  );
const samples: Record<string, string> = {
  SMTP_URL: "smtps://shop:secret@mail.example",
  MAIL_FROM: "shop@shop.example",
};
const inProduction = {
  ...good,
  NODE_ENV: "production",
  OPERATOR_PASSWORD: "kT7wq2ZpXa9c",
  PUBLIC_URL: "https://shop.example",
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

  it("production wants the application of WeChat Pay that people sign in to, for each that they can sign in to", () => {
    const faults = (env: Record<string, string>) =>
      faultsOf({ ...good, NODE_ENV: "production", ...env }).filter((fault) => fault.startsWith("WECHATPAY_APP_ID_"));
    const own = keysOf("wechatpay", "social-mini", "social-official", "social-app");
    expect(faults(keysOf("wechatpay"))).to.deep.equal([]);
    expect(faults(own)).to.deep.equal([
      "WECHATPAY_APP_ID_LITE: is missing, as SOCIAL_MINI_APP_ID is set",
      "WECHATPAY_APP_ID_PUB: is missing, as SOCIAL_OFFICIAL_APP_ID is set",
      "WECHATPAY_APP_ID_APP: is missing, as SOCIAL_MOBILE_APP_ID is set",
    ]);
    const same = { WECHATPAY_APP_ID_LITE: "wx1", WECHATPAY_APP_ID_PUB: "wx1", WECHATPAY_APP_ID_APP: "wx1" };
    const signedIn = { SOCIAL_MINI_APP_ID: "wx1", SOCIAL_OFFICIAL_APP_ID: "wx1", SOCIAL_MOBILE_APP_ID: "wx1" };
    expect(faults({ ...own, ...same, ...signedIn })).to.deep.equal([]);
    expect(faults({ ...own, ...same, ...signedIn, SOCIAL_MINI_APP_ID: "wx9" })).to.deep.equal([
      "WECHATPAY_APP_ID_LITE: is not SOCIAL_MINI_APP_ID, whose openids are to pay",
    ]);
    expect(faultsOf({ ...good, ...own, ...same, SOCIAL_MINI_APP_ID: "wx9" })).to.deep.equal([]);
  });

  it("production keeps the social provider's secrets to itself unless told otherwise", () => {
    const given = { ...inProduction, ...keysOf("sms") };
    expect(parseConfig(given).SOCIAL_EXPOSE_SECRETS).to.equal(false);
    expect(parseConfig(given).NEW_OPERATORS_CHANGE_PASSWORD).to.equal(true);
    expect(parseConfig({ ...given, SOCIAL_EXPOSE_SECRETS: "true" }).SOCIAL_EXPOSE_SECRETS).to.equal(true);
    expect(parseConfig(good).SOCIAL_EXPOSE_SECRETS).to.equal(true);
  });

  it("what is no mail server and no sender is told", () => {
    for (const SMTP_URL of ["mail.example", "http://mail.example", "smtp://", "smtp://mail.example/inbox"])
      expect(faultsOf({ ...good, MAIL_FROM: "a@b.example", SMTP_URL }), SMTP_URL).to.have.lengthOf(1);
    for (const MAIL_FROM of ["shop", "Shop <shop>", "a@b.example, c@d.example", "Shop\nBcc: x <a@b.example>"])
      expect(faultsOf({ ...good, SMTP_URL: "smtp://mail.example", MAIL_FROM }), MAIL_FROM).to.have.lengthOf(1);
    expect(
      parseConfig({ ...good, SMTP_URL: "smtp://u:p@[::1]:25/", MAIL_FROM: "商城 <a@b.example>" }).MAIL_FROM,
    ).to.equal("商城 <a@b.example>");
  });

  it("production needs the keys of the tracking providers that are named", () => {
    const express = (env: Record<string, string>) =>
      faultsOf({ ...good, NODE_ENV: "production", ...env })
        .map((fault) => fault.split(":")[0]!)
        .filter((name) => /^(KUAIDI100|KDNIAO|EXPRESS)_/.test(name));
    const [kuaidi100, kdniao] = [Object.keys(keysOf("kuaidi100")), Object.keys(keysOf("kdniao"))];
    expect(express({})).to.deep.equal([]);
    expect(express({ EXPRESS_PROVIDERS: "kdniao" })).to.deep.equal(kdniao);
    expect(express({ EXPRESS_PROVIDERS: "kdniao, kuaidi100" })).to.deep.equal([...kdniao, ...kuaidi100]);
    expect(express({ EXPRESS_PROVIDERS: "kdniao", ...keysOf("kdniao") })).to.deep.equal([]);
    expect(faultsOf({ ...good, EXPRESS_PROVIDERS: "dhl" })).to.have.lengthOf(1);
    expect(parseConfig(good).EXPRESS_PROVIDERS).to.deep.equal(["kuaidi100", "kdniao"]);
  });

  it("a shop starts with all its providers, without any one of them, and with WeChat Pay and SMS alone", () => {
    const apps = { WECHATPAY_APP_ID_LITE: "given-for-a-test", WECHATPAY_APP_ID_PUB: "given-for-a-test" };
    const all = { ...inProduction, ...apps, WECHATPAY_APP_ID_APP: "given-for-a-test", ...keysOf(...providerNames) };
    const on = (env: Record<string, string>) => providerNames.filter((group) => hasKeys(parseConfig(env), group));
    expect(on(all)).to.deep.equal(providerNames);
    for (const off of providerNames) {
      const others = providerNames.filter((group) => group !== off);
      const { may, needs } = providerGroups[off];
      const without = Object.fromEntries(
        Object.entries(all).filter(([name]) => ![...needs, ...may].includes(name as never)),
      );
      expect(on(without), off).to.deep.equal(others);
      expect(on({ ...all, PROVIDERS_OFF: off }), `${off}, by PROVIDERS_OFF`).to.deep.equal(others);
    }
    expect(on({ ...inProduction, ...keysOf("wechatpay", "sms") })).to.deep.equal(["wechatpay", "sms"]);
    expect(on({ ...inProduction, ...keysOf("social-mini") }), "the wallet alone").to.deep.equal(["social-mini"]);
    expect(faultsOf({ ...all, PROVIDERS_OFF: "carrier-pigeons" })).to.have.lengthOf(1);
  });

  it("half of a provider's keys is a fault that names the rest, everywhere", () => {
    for (const group of providerNames) {
      const [first, ...rest] = Object.keys(keysOf(group));
      const half = { [first!]: keysOf(group)[first!]! };
      for (const env of [good, { ...inProduction, ...keysOf(group === "sms" ? "social-mini" : "sms") }]) {
        const faults = faultsOf({ ...env, ...half });
        expect(faults, group).to.deep.equal(
          rest.map((name) => `${name}: is missing, as ${first} is set: give all keys of ${group}, or none`),
        );
        expect(faultsOf({ ...env, ...half, PROVIDERS_OFF: group })).to.deep.equal([]);
      }
    }
    expect(faultsOf({ ...good, ALIPAY_SELLER_ID: "2088000000000000" })).to.have.lengthOf(3);
  });

  it("production needs one way to sign in", () => {
    const told = (env: Record<string, string>) => faultsOf({ ...inProduction, ...env });
    expect(told(keysOf("wechatpay", "mail")).join()).to.match(/^SMS_SECRET_ID: nobody could sign in/);
    for (const way of ["sms", "social-mini", "social-official", "social-website", "social-app"] as const)
      expect(told(keysOf(way)), way).to.deep.equal([]);
    expect(told({ ...keysOf("sms"), PROVIDERS_OFF: "sms" })).to.have.lengthOf(1);
  });

  it('the text "false" is false', () => {
    expect(parseConfig({ ...good, ENVELOPE_ALWAYS_200: "false" }).ENVELOPE_ALWAYS_200).to.equal(false);
  });
});
