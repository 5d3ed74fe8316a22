/**
 * Runs the product page's own queries and explains them: `explainSearch.js {"name": query}` reports the plan by name,
 * that of the page first. It explains the commands that the driver sent, not copies of them.
 */
import mongoose from "mongoose";
import { pageSpus, SpuModel, type SpuPageQuery } from "#shared/domains/catalog/index.js";
import { connectMongo } from "#shared/kernel/mongo/mongo.js";

const queries = JSON.parse(process.argv[2] ?? "{}") as Record<string, SpuPageQuery>;
await connectMongo({ monitorCommands: true });
const client = mongoose.connection.getClient();
const sent: Record<string, unknown>[] = [];
client.on("commandStarted", ({ commandName, command }) => {
  const { [commandName]: collection } = command as Record<string, unknown>;
  if (["find", "aggregate", "count"].includes(commandName) && collection === SpuModel.collection.name)
    sent.push({ [commandName]: collection, ...withoutSession(command as Record<string, unknown>) });
});

const plans: Record<string, string> = {};
for (const [name, query] of Object.entries(queries)) {
  sent.length = 0;
  await pageSpus(query);
  const commands = [...sent];
  const found = [];
  for (const command of commands) found.push(await planOf(command));
  plans[name] = [...new Set(found)].join(" | ");
}
process.send!(plans, () => process.exit(0));

function withoutSession(command: Record<string, unknown>): Record<string, unknown> {
  const notOurs = ["$db", "lsid", "$clusterTime", "txnNumber", "$readPreference", "maxTimeMS"];
  return Object.fromEntries(Object.entries(command).filter(([key]) => !notOurs.includes(key)));
}

async function planOf(command: Record<string, unknown>): Promise<string> {
  const explained = await mongoose.connection.db!.command({ explain: command, verbosity: "queryPlanner" });
  const stages = stagesOf(winningPlan(explained));
  const scans = stages.filter((stage) => /SCAN|IDHACK/.test(stage));
  return [...new Set(scans), ...(stages.includes("SORT") ? ["sorted after"] : [])].join(", ") || "-";
}

/** It is nested deeper in the plan of an aggregation. */
function winningPlan(node: unknown): unknown {
  if (typeof node !== "object" || node === null) return undefined;
  if ("winningPlan" in node) return node.winningPlan;
  for (const inner of Object.values(node)) {
    const found = winningPlan(inner);
    if (found) return found;
  }
  return undefined;
}

function stagesOf(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { stage, indexName } = node as { stage?: unknown; indexName?: unknown };
  const own = typeof stage === "string" ? [typeof indexName === "string" ? `${stage} ${indexName}` : stage] : [];
  return [...own, ...Object.values(node).flatMap(stagesOf)];
}
