import { findSpus, getSpuDetail, type ShelvedSpu, type SkuDoc, type SpuDoc } from "#shared/domains/catalog/index.js";
import { SpuStatus } from "#shared/domains/catalog/catalog.states.js";
import { liveErrors } from "../live.errors.js";
import type { LiveMountDoc } from "./liveMount.model.js";
import { listLiveMounts, type MountQuery } from "./liveMount.queries.js";

interface LiveProductQuery extends MountQuery {
  liveId: number;
}
export interface LiveProduct {
  mount: LiveMountDoc;
  spu: ShelvedSpu;
}

/**
 * The products of a live in its order. Shoppers see those that they can buy, operators also those off the shop's shelf;
 * deleted and recycled ones are shown to nobody. An unknown live has none.
 */
export async function listLiveProducts(
  query: LiveProductQuery,
  { forShoppers }: { forShoppers: boolean },
): Promise<LiveProduct[]> {
  const mounts = await listLiveMounts(query);
  const spus = new Map((await findSpus(mounts.map(({ spuId }) => spuId))).map((spu) => [spu._id, spu]));
  return mounts.flatMap((mount) => {
    const spu = spus.get(mount.spuId);
    const isSeen = spu && (spu.status === SpuStatus.onShelf || (spu.status === SpuStatus.offShelf && !forShoppers));
    return isSeen ? [{ mount, spu }] : [];
  });
}

/**
 * The first matching product of a live, with its variants. NothingExplained: no mount matches, or there is no such
 * live; SpuNotFound, SpuOffShelf of the product behind it.
 */
export async function getLiveProduct(query: LiveProductQuery): Promise<LiveProduct & { spu: SpuDoc; skus: SkuDoc[] }> {
  const [mount] = await listLiveMounts(query, 1);
  if (!mount?.spuId) throw liveErrors.NothingExplained();
  return { mount, ...(await getSpuDetail(mount.spuId)) };
}
