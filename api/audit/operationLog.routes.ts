import { sendCsv } from "#api/http/csv/csv.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { eachWithOperator, withOperators } from "#shared/domains/operator/index.js";
import {
  countOperations,
  eachOperation,
  listActions,
  pageOperations,
  recordOperation,
} from "#shared/domains/audit/index.js";
import { withMembers } from "#shared/domains/member/index.js";
import { OperationActions, OperationExportQuery, OperationPage, OperationPageQuery } from "./operationLog.schemas.js";
import { operationColumns, operationView } from "./operationLog.views.js";

const operationPage = endpoint({
  method: "get",
  path: "/admin-api/system/operate-log/page",
  access: operator("system:operate-log:query"),
  summary: "Lists the changes made by operators and sensitive changes made by members, newest first",
  input: { query: OperationPageQuery },
  output: OperationPage,
  handle: async ({ query }) => {
    const { list, total } = await pageOperations(query, query);
    return { list: await withOperators(await withMembers(list)), total };
  },
  view: ({ list, total }) => ({ list: list.map(operationView), total }),
});

const operationExport = endpoint({
  method: "get",
  path: "/admin-api/system/operate-log/export",
  access: operator("system:operate-log:export"),
  summary: "Exports the operation log that matches the same filters as a CSV file; the export is logged too",
  input: { query: OperationExportQuery },
  reply: "stream",
  handle: async ({ query, ctx }) => {
    const after = { search: query, rows: await countOperations(query) };
    await recordOperation({ module: "system", action: "operate-log.export", bizId: "export", after });
    sendCsv(ctx, "operate-log", operationColumns, eachWithOperator(eachOperation(query)));
  },
});

const operationActions = endpoint({
  method: "get",
  path: "/admin-api/system/operate-log/actions",
  access: operator("system:operate-log:query"),
  summary: "Lists the modules and actions that occur in the operation log",
  output: OperationActions,
  handle: listActions,
});

export const operationLogEndpoints = [operationPage, operationActions, operationExport];
