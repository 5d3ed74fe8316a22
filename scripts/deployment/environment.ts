import { randomBytes } from "node:crypto";
import jwt from "jsonwebtoken";

const KEY_ID = "d1";

interface Place {
  dataDir: string;
  /** Where clients reach it. */
  url: string;
}

/**
 * What every process of a deployment is started with, with new secrets and without limits on unpaid orders, which one buyer
 * of many orders would meet. `jwtSecret` signs access tokens.
 */
export function deploymentEnvironment({ dataDir, url }: Place): { env: Record<string, string>; jwtSecret: string } {
  const jwtSecret = randomBytes(32).toString("hex");
  const env = {
    PATH: process.env["PATH"] ?? "",
    NODE_ENV: "development",
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    JWT_KEYS: `${KEY_ID}:${jwtSecret}`,
    SEAL_KEY: randomBytes(32).toString("hex"),
    LIMIT_UNPAID_ORDERS: "0",
    LIMIT_UNPAID_UNITS: "0",
  };
  return { env, jwtSecret };
}

/** An access token of a member whose session has the member's own number. */
export const memberToken = (jwtSecret: string, memberId: number): string =>
  jwt.sign({ sub: String(memberId), sid: memberId, aud: "member" }, jwtSecret, {
    algorithm: "HS256",
    keyid: KEY_ID,
    expiresIn: "6h",
  });
