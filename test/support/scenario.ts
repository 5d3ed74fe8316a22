import { sandbox } from "./environment.js";

/** A course of events at the sandbox, by name, for the next object or for the one that `no` names (rules: Sandbox). */
export async function scenario(name: string, given: object = {}): Promise<void> {
  const reply = await fetch(`${sandbox.url}/sandbox/scenarios/${name}`, {
    method: "POST",
    body: JSON.stringify(given),
  });
  if (!reply.ok) throw new Error(`${name}: ${reply.status} ${await reply.text()}`);
}
