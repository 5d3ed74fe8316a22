import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Killable } from "./crash.js";

type Services = typeof import("#scripts/services/index.mjs");

interface OwnServer extends Killable {
  uri: string;
  /** Its name, version and source. */
  what: string;
  end(): Promise<void>;
}

/** The MongoDB that `npm start` would use, on temporary files. */
export async function startOwnServer(): Promise<OwnServer> {
  // Run from the root: the services are plain scripts, which the build does not copy.
  const { startServices } = (await import(pathToFileURL(resolve("scripts/services/index.mjs")).href)) as Services;
  const dataDir = mkdtempSync(join(tmpdir(), "shop-store-"));
  const remove = (): void => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  try {
    const services = await startServices({ dataDir, durable: true, only: ["mongodb"] });
    const { name, version, source } = services.servers[0]!;
    const server = services.mongodb!;
    return {
      uri: services.env["MONGODB_URI"]!,
      what: `${name} ${version} from ${source}`,
      kill: () => server.kill("SIGKILL"),
      restart: () => server.restart(),
      end: async () => {
        await services.stop(2_000);
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
