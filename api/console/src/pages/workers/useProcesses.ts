import type { BodyOf, DataOf } from "../../client/client";
import { useRead } from "../../client/queries";

const path = "/admin-api/infra/process/list";
export type Processes = DataOf<typeof path>;
export type Process = Processes["processes"][number];
export type QueueName = BodyOf<"/admin-api/infra/process/set-slots", "put">["name"];

/** The API reads them once in two seconds, however many pages ask. */
export const useProcesses = () => useRead(path, undefined, { everyMs: 2_000 });

/** What changes when an operator acts on processes. */
export const changes = ["/admin-api/infra/process/", "/admin-api/infra/queue/"];
