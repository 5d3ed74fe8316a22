export { listRecycleKinds, pageDeletedRows } from "./deletedRows.queries.js";
export { restoreDeletedRow } from "./restoreDeletedRow.js";
