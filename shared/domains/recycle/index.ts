export { listRecycleKinds, pageDeletedRows, type DeletedRow } from "./deletedRows.queries.js";
export { recycleErrors } from "./recycle.errors.js";
export { recycleKinds } from "./recycle.kinds.js";
export { restoreDeletedRow } from "./restoreDeletedRow.js";
