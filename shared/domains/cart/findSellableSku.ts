import { catalogErrors, findSkusWithSpus, type SkuDoc } from "#shared/domains/catalog/index.js";
import { SpuStatus } from "#shared/domains/catalog/product/spu.states.js";

/** A variant that may go into a cart. SkuNotFound (its product is gone too), SpuOffShelf. */
export async function findSellableSku(skuId: number): Promise<SkuDoc> {
  const [found] = await findSkusWithSpus([skuId]);
  if (!found || found.spu.status === SpuStatus.recycled) throw catalogErrors.SkuNotFound();
  if (found.spu.status !== SpuStatus.onShelf) throw catalogErrors.SpuOffShelf();
  return found.sku;
}
