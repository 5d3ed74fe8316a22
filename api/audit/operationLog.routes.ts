import { csvExport, onlyCountTo } from "#api/http/csv/csvExport.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { eachWithOperator, withOperators } from "#shared/domains/operator/index.js";
import { eachOperation, listActions, pageOperations } from "#shared/domains/audit/index.js";
import { withMembers } from "#shared/domains/member/index.js";
import { OperationActions, OperationPage, OperationPageQuery } from "./operationLog.schemas.js";
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

/** An auditor's file is a year's: it may be long, as it is read and written row by row. */
const MOST_ROWS = 1_000_000;

const operationExport = csvExport({
  path: "/admin-api/system/operate-log",
  noun: "system:operate-log",
  summary: "Exports the operation log that matches the same filters as a CSV file; the export is logged too",
  pageQuery: OperationPageQuery,
  mostRows: MOST_ROWS,
  count: async (query) => (await pageOperations(query, onlyCountTo(MOST_ROWS))).total,
  rows: (query) => eachWithOperator(eachOperation(query)),
  columns: operationColumns,
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
