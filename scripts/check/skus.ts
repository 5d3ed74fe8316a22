import type { Read, Rows } from "./rows.js";

/** SKUs with what is paid for counted as sold: their rows count it as reserved until it is moved. */
export async function readSkus(read: Read): Promise<Rows["skus"][]> {
  const paid = new Map((await read("paidUnits")).map(({ _id, count }) => [_id, count]));
  return (await read("skus")).map((sku) => {
    const count = paid.get(sku._id) ?? 0;
    return { ...sku, reserved: sku.reserved - count, sold: sku.sold + count };
  });
}
