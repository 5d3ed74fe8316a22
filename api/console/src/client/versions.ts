/**
 * The version of a form that was read, to be sent back with it: the API refuses an older one, and says who changed what.
 */
export function versionIn(read: unknown): { version?: number; formVersion?: number } {
  const { formVersion, version } = (read ?? {}) as Record<string, unknown>;
  if (typeof formVersion === "number") return { formVersion };
  return typeof version === "number" ? { version } : {};
}
