import { parseArgs } from "node:util";
import { BackupRefused, sayingRefusals } from "../backup/backupRefused.js";
import { withStores } from "../withStores.js";
import { restoreBackup } from "./restoreBackup.js";

/**
 * `npm run restore -- FOLDER`: what `npm run backup` wrote, into the empty database that MONGODB_URI names. Exit code 1 if
 * it was not restored, or does not add up. `--again`: over what a killed restore left behind. `--other-seal-key`: although
 * SEAL_KEY is not that of the backup.
 */
await withStores(
  "not restored",
  () =>
    sayingRefusals(async () => {
      const { values, positionals } = parseArgs({
        allowPositionals: true,
        options: {
          again: { type: "boolean", default: false },
          "other-seal-key": { type: "boolean", default: false },
        },
      });
      const [folder, ...more] = positionals;
      if (!folder || more.length > 0) throw new BackupRefused("From where? Usage: npm run restore -- FOLDER");
      const options = { again: values.again, otherSealKey: values["other-seal-key"] };
      if ((await restoreBackup(folder, options)) > 0) process.exitCode = 1;
    }),
  // The indexes of a large collection take their time.
  { answerWithinMs: 0 },
);
