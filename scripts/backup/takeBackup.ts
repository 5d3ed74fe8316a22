import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import mongoose from "mongoose";
import { newestMigrationIn } from "#shared/kernel/mongo/migrations.js";
import { RESTORES } from "#shared/kernel/mongo/restores.js";
import { BackupRefused, fileErrorIn } from "./backupRefused.js";
import { sealKeyMark, whatIsNotIn, writeManifest, type BackupCollection, type Manifest } from "./manifest.js";
import { asItComes, atOneMoment } from "./oneMoment.js";
import { inPieces, writeGzipped } from "./rowFiles.js";

const { EJSON } = mongoose.mongo.BSON;
type CollectionInfo = mongoose.mongo.CollectionInfo;

interface BackupOptions {
  /** Without a moment that all rows are of. */
  asItComes: boolean;
  /** Told of each collection once it is written. */
  onCollection: (collection: BackupCollection) => void;
}

/**
 * Writes every collection into a new folder. It has another name until it is whole, so that half a backup is never taken for
 * one.
 */
export async function takeBackup(target: string, options: BackupOptions): Promise<Omit<Manifest, "format">> {
  const folder = resolve(target);
  if (existsSync(folder)) throw new BackupRefused(`${folder} exists: name a folder that does not.`);
  const unfinished = `${folder}.unfinished`;
  await makeFolder(unfinished);
  try {
    const manifest = await writeAll(unfinished, options);
    await writeManifest(unfinished, manifest);
    await rename(unfinished, folder);
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw fileErrorIn(error) ? new BackupRefused(`${folder} could not be written: ${String(error)}`) : error;
  }
}

async function makeFolder(unfinished: string): Promise<void> {
  try {
    await mkdir(unfinished, { mode: 0o700 });
  } catch (error) {
    if (fileErrorIn(error)?.code !== "EEXIST") throw new BackupRefused(`no folder can be made there: ${String(error)}`);
    throw new BackupRefused(
      `${unfinished} exists: another backup writes it, or one was killed. Then delete that folder.`,
    );
  }
}

async function writeAll(folder: string, options: BackupOptions): Promise<Omit<Manifest, "format">> {
  const beganAt = new Date();
  const db = mongoose.connection.db!;
  // As mongodump lays them out: `mongorestore --gzip FOLDER/dump` reads them.
  const inside = join("dump", encodeURIComponent(db.databaseName));
  await mkdir(join(folder, inside), { recursive: true });
  const infos = (await db.listCollections({ type: "collection" }).toArray()) as CollectionInfo[];
  const read = options.asItComes ? asItComes : atOneMoment;
  return read(async ({ session, moment }) => {
    const schema = await newestMigrationIn(session);
    if (schema === 0) throw new BackupRefused(`The database ${db.databaseName} holds no shop: look at MONGODB_URI.`);
    const collections: BackupCollection[] = [];
    for (const info of infos.filter(isKept).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const written = await writeCollection({ folder, inside, info, session });
      collections.push(written);
      options.onCollection(written);
    }
    return {
      database: db.databaseName,
      schema,
      beganAt,
      endedAt: new Date(),
      moment,
      notIn: whatIsNotIn(),
      sealKey: sealKeyMark(),
      collections,
    };
  });
}

/** That a store was restored is no part of its shop. */
const isKept = ({ name }: CollectionInfo): boolean => !name.startsWith("system.") && name !== RESTORES;

/** Of small rows; else MongoDB ends a batch at 16 MB. */
const BATCH_ROWS = 1_000;

interface CollectionToWrite {
  folder: string;
  inside: string;
  info: CollectionInfo;
  session: mongoose.mongo.ClientSession | undefined;
}

async function writeCollection({ folder, inside, info, session }: CollectionToWrite): Promise<BackupCollection> {
  const { name } = info;
  const collection = mongoose.connection.db!.collection(name);
  let rows = 0;
  const write = async (file: string, chunks: AsyncIterable<Buffer>) => {
    const path = join(inside, `${encodeURIComponent(name)}.${file}.gz`);
    return { path, ...(await writeGzipped(join(folder, path), chunks)) };
  };
  async function* found(): AsyncGenerator<Buffer> {
    // What the driver would make of a row loses the types of its numbers.
    const cursor = collection.find({}, { raw: true, batchSize: BATCH_ROWS, ...(session ? { session } : {}) });
    for await (const row of cursor as unknown as AsyncIterable<Buffer>) {
      rows++;
      yield row;
    }
  }
  const data = await write("bson", inPieces(found()));
  const metadata = await write("metadata.json", one(await metadataOf(info)));
  return { name, rows, data, metadata };
}

async function metadataOf({ name, options, info }: CollectionInfo): Promise<Buffer> {
  const indexes = await mongoose.connection.db!.collection(name).listIndexes().toArray();
  const uuid = info?.uuid ? Buffer.from(info.uuid.buffer).toString("hex") : undefined;
  const metadata = { indexes, uuid, collectionName: name, type: "collection", options: options ?? {} };
  return Buffer.from(EJSON.stringify(metadata, { relaxed: false }));
}

// oxlint-disable-next-line typescript/require-await
async function* one(chunk: Buffer): AsyncGenerator<Buffer> {
  yield chunk;
}
