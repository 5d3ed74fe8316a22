import { config } from "#shared/kernel/config/config.js";
import { isOn } from "#shared/kernel/config/providers.js";
import { providerNames, type ProviderGroup } from "#shared/kernel/config/providerGroups.js";
import { configNames } from "#shared/kernel/config/configSchema.js";

interface ConfigEntry {
  name: string;
  /** The effective value; for a secret only "set" or "not set". */
  value: string;
  isSecret: boolean;
  /** env: given to this process; default: our own, or derived from others. */
  source: "env" | "default";
}

/** Anything named like a secret counts as one, so that a new variable is hidden rather than shown. */
const secretName = /SECRET|PASSWORD|KEY|TOKEN|SALT|CERT|HEADERS|CUSTOMER|SMS_TEST_MOBILE$/;
/** An address may contain a user name and a password, and secrets in its query. */
const withoutAccess = (text: string): string =>
  text.replace(
    /^([a-z][\w+.-]*:\/\/)(?:[^\s/]*@)?([^?#\s]*)(\?\S*)?/i,
    (_, scheme: string, rest: string, query?: string) => `${scheme}${rest}${query ? "?[hidden]" : ""}`,
  );

/** Whether a provider is on, which follows from its keys and PROVIDERS_OFF. */
const providerEntry = (group: ProviderGroup): ConfigEntry => ({
  name: `provider ${group}`,
  value: isOn(group) ? "on" : "off",
  isSecret: false,
  source: "default",
});

/** Which providers are on, then the configuration of this API process, by name (`infra/config`). */
export function runningConfig(): ConfigEntry[] {
  const perQueue = Object.keys(process.env).filter((name) => name.startsWith("WORKER_CONCURRENCY_"));
  const settings = [...configNames, ...perQueue].sort().map((name): ConfigEntry => {
    const isSecret = secretName.test(name);
    const value = textOf((config as unknown as Record<string, unknown>)[name] ?? process.env[name]);
    return {
      name,
      value: isSecret ? (value === "" ? "not set" : "set") : withoutAccess(value),
      isSecret,
      source: process.env[name] ? "env" : "default",
    };
  });
  return [...providerNames.map(providerEntry), ...settings];
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map((part) => withoutAccess(String(part))).join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value as string | number | boolean);
}
