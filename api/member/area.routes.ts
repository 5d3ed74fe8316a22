import { z } from "zod";
import { areaTree, areaTreeVersion } from "#shared/domains/member/index.js";
import { Id } from "#shared/kernel/request/schemas.js";
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

/** It changes only with a new release of the data; clients may be an hour behind. */
const CACHE_CONTROL = "public, max-age=3600";

const getTree = endpoint({
  method: "get",
  path: "/app-api/system/area/tree",
  access: open(),
  summary: "Returns the tree of provinces, cities and districts; 304 if the client has it",
  output: z.array(AreaNode),
  hasEtag: true,
  handle: ({ ctx }) => {
    const etag = `"area-${areaTreeVersion()}"`;
    ctx.set("etag", etag);
    ctx.set("cache-control", CACHE_CONTROL);
    // Not ctx.fresh: it lets the no-cache that fetch() adds to a conditional request win. A 304 is sent without a body.
    if (
      ctx
        .get("if-none-match")
        .split(",")
        .some((known) => known.trim().replace(/^W\//, "") === etag)
    )
      ctx.status = 304;
    return areaTree();
  },
});

export const areaEndpoints = [getTree];
