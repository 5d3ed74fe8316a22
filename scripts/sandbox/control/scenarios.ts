/** Lists and arms the scenarios. */
import type { Router } from "@koa/router";
import { z } from "zod";
import { otherScenarios } from "../scenarios/otherScenarios.js";
import { payScenarios } from "../scenarios/payScenarios.js";
import type { Scenario } from "../scenarios/scenario.js";
import type { Scenarios } from "../scenarios/scenarios.js";
import { badInput, bodyOf, ControlError } from "./input.js";

export const SCENARIOS: readonly Scenario[] = [...payScenarios, ...otherScenarios];
const NAMES = SCENARIOS.map(({ name }) => name).join(", ");

/** Each field with its schema, as JSON Schema says it. */
const fieldsOf = ({ takes }: Scenario): object => z.toJSONSchema(takes, { io: "input" }).properties ?? {};

export function scenarioControl(router: Router, scenarios: Scenarios, providers: readonly string[]): void {
  const list = (): object => ({
    scenarios: SCENARIOS.map((one) => ({ name: one.name, title: one.title, what: one.what, takes: fieldsOf(one) })),
    armed: scenarios.armed(),
  });

  router.get("/sandbox/scenarios", (ctx) => {
    ctx.body = list();
  });

  router.post("/sandbox/scenarios/:name", async (ctx) => {
    const name = ctx.params["name"] ?? "";
    const found = SCENARIOS.find((one) => one.name === name);
    if (!found)
      throw new ControlError(404, "NOT_FOUND", `name: must be one of ${NAMES}`, "name", `name：必须是 ${NAMES} 之一`);
    const given = await bodyOf(ctx, found.takes);
    const provider = given["provider"];
    if (typeof provider === "string" && !providers.includes(provider)) {
      const names = providers.join(", ");
      throw badInput("provider", `must be one of ${names}`, `必须是 ${names} 之一`);
    }
    await scenarios.arm(found, given);
    ctx.body = { name, title: found.title, what: found.what, given, armed: scenarios.armed() };
  });

  router.delete("/sandbox/scenarios", (ctx) => {
    scenarios.clear();
    ctx.body = list();
  });
}
