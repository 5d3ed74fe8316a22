import type { Migration } from "#shared/kernel/mongo/migrations.js";

/** The base that later steps stand on: collections and indexes, which every run makes. */
export const firstSchema: Migration = { number: 1, name: "0001 first schema" };
