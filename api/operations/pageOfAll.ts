/** A page of what is small enough to be there as a whole. */
export const pageOfAll = <T>(
  rows: readonly T[],
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): { list: T[]; total: number } => ({
  list: rows.slice((pageNo - 1) * pageSize, pageNo * pageSize),
  total: rows.length,
});
