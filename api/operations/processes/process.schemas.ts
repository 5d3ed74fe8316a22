import { z } from "zod";
import { MOST_SLOTS } from "#shared/kernel/process/queueSlots.js";
import { optional, Time } from "#api/http/fields.js";
import { Confirm } from "#api/http/security/confirm.js";
import { QueueNameField } from "../queues/queue.schemas.js";

const ProcessId = z.string().min(1).max(64);

export const ProcessDrainBody = z.object({ id: ProcessId, confirm: Confirm });

/** Without a process: for all that take the queue, also those that start later. */
export const SlotsResetBody = z.object({ name: QueueNameField, processId: optional(ProcessId) });
export const SlotsSetBody = SlotsResetBody.extend({ slots: z.number().int().min(1).max(MOST_SLOTS) });

const ProcessView = z.object({
  id: z.string(),
  kind: z.enum(["api", "worker", "cron"]),
  /** The package's version and the beginning of the hash of its build; empty in reports of older versions. */
  version: z.string(),
  host: z.string(),
  pid: z.number(),
  /** Of a worker. `configured`: its slots without an operator's change; null in reports of older versions. */
  queues: z.array(
    z.object({ name: z.string(), slots: z.number(), slotsTaken: z.number(), configured: z.number().nullable() }),
  ),
  slots: z.number(),
  slotsTaken: z.number(),
  /** Bytes: of the process, of its heap, and the heap's limit. */
  rss: z.number().nullable(),
  heap: z.number().nullable(),
  heapLimit: z.number().nullable(),
  /** The longest block of its event loop in the last half minute, milliseconds. */
  loopDelayMs: z.number(),
  startTime: Time,
  reportTime: Time,
  /** How long ago it reported, milliseconds; processes report every three seconds. */
  silentMs: z.number(),
  /** Whether it reported within the last 15 s; what is shown of one that did not are its last words. */
  alive: z.boolean(),
  /** Its troubles, in words; empty when it is healthy. */
  troubles: z.array(z.string()),
  /** Who asked it to end, and when; the name is null once that operator is deleted. */
  drain: z.object({ operatorName: z.string().nullable(), time: Time }).nullable(),
});

export const ProcessListView = z.object({
  time: Time,
  /** Of live processes. */
  versions: z.array(z.object({ version: z.string(), count: z.number() })),
  processes: z.array(ProcessView),
  /** The queues whose slots are set for all processes, and by whom. */
  slots: z.array(z.object({ name: z.string(), slots: z.number(), operatorName: z.string().nullable(), time: Time })),
  /** The most slots of a queue that can be set for a process. */
  mostSlots: z.number(),
});
