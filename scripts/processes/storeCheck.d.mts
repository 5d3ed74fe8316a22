import type { RunningServer } from "../services/index.d.mts";

type Server = Pick<RunningServer, "name" | "version" | "source">;
/** What one MongoDB is known by: it is asked once (storeCheck.mjs). */
export function identityOf(server: Server, uri: string): string;
