import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { config } from "#shared/kernel/config/config.js";
import { keyedHash } from "#shared/kernel/security/sealed.js";
import { BackupRefused, fileErrorIn } from "./backupRefused.js";

/** The form of a backup; one that an older command cannot read has another number. */
const FORMAT = 1;
const FILE = "manifest.json";

const BackupFile = z.object({ path: z.string(), sha256: z.string(), bytes: z.number() });
const BackupCollection = z.object({
  name: z.string(),
  rows: z.number(),
  /** Gzipped BSON. */
  data: BackupFile,
  /** Its options and indexes, for mongorestore. */
  metadata: BackupFile,
});
export type BackupCollection = z.infer<typeof BackupCollection>;

const Manifest = z.object({
  format: z.literal(FORMAT),
  database: z.string(),
  /** The newest migration that had run. */
  schema: z.number(),
  beganAt: z.coerce.date(),
  endedAt: z.coerce.date(),
  /** Whether all rows are of one moment, in words. */
  moment: z.string(),
  notIn: z.array(z.string()),
  /** Tells whether SEAL_KEY is that of the backup, and nothing else of it. */
  sealKey: z.string(),
  collections: z.array(BackupCollection),
});
export type Manifest = z.infer<typeof Manifest>;

/** What else has to be kept, so that a shop can be made again. */
export const whatIsNotIn = (): string[] => [
  `The objects of the bucket ${config.S3_BUCKET} (S3_BUCKET): pictures, packages, invoices. Keep them by your storage provider's own copy or versioning.`,
  "The secrets of the environment. Without SEAL_KEY stored keys and second factors cannot be read and the audit log cannot be verified; without JWT_KEYS everybody signs in again. Besides: S3_ACCESS_KEY, S3_SECRET_KEY and the keys of the providers. `npm start` keeps its own in secrets.json of DATA_DIR.",
  "Redis. It needs no backup: jobs are rows of the collection outbox, and limits and caches begin anew.",
];

export const sealKeyMark = (): string => keyedHash("backup", "is it the same key").slice(0, 16);

/** Written as the last file of a backup. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, "format">): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`;
  await writeFile(join(folder, FILE), text, { flag: "wx", mode: 0o600, flush: true });
}

export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(join(folder, FILE), "utf8");
  } catch (error) {
    const why = fileErrorIn(error)?.code ?? String(error);
    throw new BackupRefused(
      `${folder} is no backup: its ${FILE} cannot be read (${why}). Name the folder that \`npm run backup\` wrote.`,
    );
  }
  const { success, data, error } = Manifest.safeParse(jsonOf(text));
  if (success) return data;
  throw new BackupRefused(`${join(folder, FILE)} is no manifest that this version reads:\n${z.prettifyError(error)}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
