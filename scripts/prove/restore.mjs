import { timed, verdictOf } from "./table.mjs";

/** @typedef {import("./engine.mjs").Engine} Engine */
/** @typedef {import("./load.mjs").Shop} Shop */

/** Where the tools' container sees the folder of the backup. */
const BACKUP = "/backups/shop";

/**
 * Takes a backup while the shop goes on, throws its database away, restores it into an empty one beside the newer Redis,
 * and starts the shop again. The restore ends with the check of every invariant.
 * @param {Engine} engine
 * @param {Shop} shop
 * @param {string[]} services those of our image
 */
export async function backUpAndRestore(engine, shop, services) {
  await timed(
    "npm run backup, the shop goes on",
    () => shop.tool("dist/scripts/backup/index.js", BACKUP),
    (output) => /\d+ rows.*collections.*(?=: )/.exec(output)?.[0].trim() ?? "taken",
  );
  await timed(
    "the database is lost",
    async () => {
      await shop.compose("stop", ...services);
      const [mongodb = ""] = await shop.containers("mongodb");
      const volumes = "{{range .Mounts}}{{if .Name}}{{.Name}} {{end}}{{end}}";
      const names = (await engine.docker("inspect", "--format", volumes, mongodb)).trim().split(" ");
      await shop.compose("rm", "--stop", "--force", "mongodb");
      await engine.docker("volume", "rm", ...names);
    },
    () => "its volume is gone",
  );
  await timed(
    "npm run restore, and its check",
    async () => {
      await shop.compose("up", "-d", "--no-build", "--no-deps", "mongodb");
      return shop.tool("dist/scripts/restore/index.js", BACKUP);
    },
    verdictOf,
  );
  await timed(
    "everything up and ready again",
    async () => {
      await shop.compose("up", "-d", "--no-build", "--scale", "money=3");
      await shop.untilWell();
    },
    () => "well",
  );
}
