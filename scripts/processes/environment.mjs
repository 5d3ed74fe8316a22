import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * The environment of every process of the system. The user's variables override every value made here.
 * @param {import("./settings.mjs").Settings} settings
 * @param {Record<string, string>} secrets
 * @param {Record<string, string>} services
 * @returns {Promise<Record<string, string>>} without the other variables of the user's environment
 */
export async function systemEnvironment(settings, secrets, services) {
  const { root, dataDir, host, port, sandboxPort, sandboxSmtpPort, publicUrl } = settings;
  const { sandboxEnvironment } = await import(
    pathToFileURL(join(root, "dist", "scripts", "sandbox", "environment.js")).href
  );
  const made = {
    NODE_ENV: "development",
    LOG_LEVEL: "info",
    NOTIFY_ALLOW_HOSTS: "127.0.0.1",
    HOST: host,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(sandboxSmtpPort),
    PUBLIC_URL: publicUrl,
    PROVIDERS_OFF: "",
    ...secrets,
    ...(await sandboxEnvironment({ dataDir, port: sandboxPort, smtpPort: sandboxSmtpPort })),
  };
  const given = Object.keys(made).flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  // The services come last: SERVICES_FROM may have overridden a given address.
  return { ...made, ...Object.fromEntries(given), DATA_DIR: dataDir, ...services };
}
