/** Placeholder configuration for commands that only read the code. */
export function standInEnvironment(): void {
  const needed = {
    MONGODB_URI: "mongodb://localhost/none",
    REDIS_URL: "redis://localhost",
    S3_ENDPOINT: "http://localhost",
    S3_ACCESS_KEY: "none",
    S3_SECRET_KEY: "none",
    JWT_KEYS: `none:${"0".repeat(32)}`,
    SEAL_KEY: "0".repeat(64),
  };
  for (const [name, value] of Object.entries(needed)) process.env[name] ??= value;
}
