import type { Migration } from "#shared/platform/migrations.js";

/** The base that later steps stand on. Collections and indexes are made before any step, so nothing is left to do. */
export const firstSchema: Migration = { number: 1, name: "0001 first schema", up: async () => undefined };
