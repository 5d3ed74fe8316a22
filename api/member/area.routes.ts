import { z } from "zod";
import { areaTree } from "#shared/domains/member/index.js";
import { Id } from "#shared/platform/schemas.js";
import { endpoint, open } from "#api/http/endpoint.js";

const AreaNode = z
  .object({
    id: Id,
    name: z.string(),
    get children() {
      return z.array(AreaNode).optional();
    },
  })
  .meta({ id: "AreaNode" });

const getTree = endpoint({
  method: "get",
  path: "/app-api/system/area/tree",
  access: open(),
  summary: "Provinces, cities and districts",
  output: z.array(AreaNode),
  handle: areaTree,
});

export const areaEndpoints = [getTree];
