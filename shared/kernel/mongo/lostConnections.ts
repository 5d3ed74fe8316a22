import type mongoose from "mongoose";

/** How long a lost connection is reported: several checks of a balancer see it. */
const REPORTED_MS = 15_000;
let lostAt: number[] = [];

/** Counts the connections that end by an error: no answer came over them in time, or they were reset. */
export function countLostConnections(client: mongoose.mongo.MongoClient): void {
  client.on("connectionClosed", ({ reason }) => {
    if (reason === "error") lostAt = [...recent(), performance.now()];
  });
}

/** How many connections to MongoDB this process lost lately. New ones may be well: only what was under way failed. */
export const connectionsLost = (): number => recent().length;

const recent = (): number[] => lostAt.filter((at) => performance.now() - at < REPORTED_MS);
