import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isStandIn } from "./standIns.mjs";

/** The image of the build, which has the sandbox, the demo and the buyers besides. */
export const TOOLS = "member-commerce-tools:proof";
/** How the shop is reached within its networks, by clients and by the sandbox. */
export const SHOP_URL = "http://balancer:8080";
export const SANDBOX_URL = "http://sandbox:8090";
/** Those that Docker gives its networks. */
const INSIDE = "172.16.0.0/12,192.168.0.0/16,10.0.0.0/8";

const hex = () => randomBytes(32).toString("hex");

/**
 * The file of variables that compose reads, in single quotes, so that nothing in a value means anything to it.
 * @param {string} folder
 * @param {Record<string, string>} sandbox the sandbox's own
 */
export function writeVariables(folder, sandbox) {
  const file = join(folder, "variables.env");
  const variables = {
    SHOP_ENV: file,
    // Nothing but the balancer's own check comes by it.
    SHOP_PORT: process.env["SHOP_PORT"] ?? "127.0.0.1:18080",
    MONGODB_PASSWORD: hex(),
    REDIS_PASSWORD: hex(),
    FILER_KEY: hex(),
    // Wanted by the compose file whether Grafana runs or not.
    GRAFANA_PASSWORD: hex(),
    S3_ACCESS_KEY: hex().slice(0, 20),
    S3_SECRET_KEY: hex(),
    // The buyers sign their own tokens with this key's name.
    JWT_KEYS: `d1:${hex()}`,
    SEAL_KEY: hex(),
    OPERATOR_PASSWORD: hex().slice(0, 20),
    OPERATOR_USERNAME: "operator",
    PUBLIC_URL: SHOP_URL,
    HOST: "0.0.0.0",
    NOTIFY_ALLOW_HOSTS: "sandbox",
    RATE_LIMIT_EXEMPT: INSIDE,
    LIMIT_UNPAID_ORDERS: "0",
    LIMIT_UNPAID_UNITS: "0",
    ...sandbox,
  };
  const lines = Object.entries(variables).map(([name, value]) => `${name}='${value}'`);
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  return file;
}

/**
 * What is laid over docker-compose.yml: the images at hand, the sandbox in place of the providers, which production has
 * no place for, and a service that runs what is no part of a production image.
 * @param {string} folder
 * @param {{ services: string[], images: Record<string, string>, ours: string, tools: string }} deployment `services`: those
 *   of our image
 */
export function writeOverride(folder, { services, images, ours, tools }) {
  const environment = {
    NODE_ENV: "development",
    // The stand-in knows neither names of replica sets nor passwords, and is slow at retryable writes.
    ...(isStandIn(images["mongodb"] ?? "") && {
      MONGODB_URI: "mongodb://mongodb:27017/shop?directConnection=true&retryWrites=false",
    }),
  };
  const sandbox = { SANDBOX_HOST: "0.0.0.0", DATA_DIR: "/data", PUBLIC_URL: SHOP_URL };
  const override = {
    services: {
      ...Object.fromEntries(services.map((name) => [name, { image: ours, environment }])),
      ...Object.fromEntries(["mongodb", "redis", "balancer"].map((name) => [name, { image: images[name] }])),
      // The provider of videos fetches them from the bucket, whose address is public in production.
      s3: { image: images["s3"], networks: ["stores", "outside"] },
      sandbox: {
        image: TOOLS,
        command: ["node", "dist/scripts/sandbox/index.js"],
        networks: ["outside", "front"],
        environment: sandbox,
        volumes: [`${join(folder, "sandbox")}:/data`],
      },
      tools: {
        image: tools,
        profiles: ["tools"],
        networks: ["stores", "front", "outside"],
        volumes: [`${join(folder, "backups")}:/backups`],
        env_file: "${SHOP_ENV}",
        environment: {
          ...environment,
          MONGODB_URI:
            environment.MONGODB_URI ??
            "mongodb://shop:${MONGODB_PASSWORD}@mongodb:27017/shop?replicaSet=rs0&authSource=admin",
          REDIS_URL: "redis://:${REDIS_PASSWORD}@redis:6379",
          S3_ENDPOINT: "http://s3:8333",
          LOG_LEVEL: "warn",
        },
      },
    },
  };
  const file = join(folder, `override-${ours.split("-").at(-1)}.json`);
  writeFileSync(file, JSON.stringify(override, null, 2));
  return file;
}
