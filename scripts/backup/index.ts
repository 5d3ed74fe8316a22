import { parseArgs } from "node:util";
import { connectMongo, disconnectMongo } from "#shared/kernel/mongo/mongo.js";
import { BackupRefused, sayingRefusals } from "./backupRefused.js";
import { takeBackup } from "./takeBackup.js";

/**
 * `npm run backup -- FOLDER`: the shop that MONGODB_URI names, into a new folder, while it goes on. `--as-it-comes`: not of
 * one moment, for a stopped shop whose store cannot do it. What the folder does not hold is said at the end.
 */
await sayingRefusals(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { "as-it-comes": { type: "boolean", default: false } },
  });
  const [folder, ...more] = positionals;
  if (!folder || more.length > 0) throw new BackupRefused("Where to? Usage: npm run backup -- FOLDER");
  const begun = performance.now();
  await connectMongo();
  try {
    const { collections, moment, notIn } = await takeBackup(folder, {
      asItComes: values["as-it-comes"],
      onCollection: ({ name, rows, data }) =>
        rows > 0 && console.log(`${String(rows).padStart(9)} rows ${inKilobytes(data.bytes)}  ${name}`),
    });
    const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
    const rows = sum(collections.map((one) => one.rows));
    const bytes = sum(collections.map(({ data }) => data.bytes));
    console.log(
      `${String(rows).padStart(9)} rows ${inKilobytes(bytes)}  of ${collections.length} collections in ${seconds(begun)} s: ${folder}`,
    );
    console.log([moment, "Not in it:", ...notIn.map((one) => `- ${one}`)].join("\n"));
  } finally {
    await disconnectMongo();
  }
});

function inKilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1).padStart(11)} kB`;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(1);
}
