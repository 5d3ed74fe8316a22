import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { runningConfig } from "#shared/domains/operations/index.js";

const ConfigView = z.object({
  name: z.string(),
  /** As this API process uses it; for a secret only "set" or "not set". */
  value: z.string(),
  isSecret: z.boolean(),
  /** env: given; default: built in, or derived from others. */
  source: z.enum(["env", "default"]),
});

const list = endpoint({
  method: "get",
  path: "/admin-api/infra/config/list",
  access: operator("infra:config:query"),
  summary:
    "Lists which providers are on, then the configuration that the API runs with; secrets only as set or not set",
  output: z.array(ConfigView),
  handle: () => runningConfig(),
});

export const configEndpoints = [list];
