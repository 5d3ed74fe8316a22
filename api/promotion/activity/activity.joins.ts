import type { ActivityWithGoods } from "#shared/domains/promotion/activity/index.js";
import { findSpus, type ShelvedSpu } from "#shared/domains/catalog/index.js";
import type { ActivityKind } from "#shared/domains/promotion/activity/activity.states.js";
import { SpuStatus } from "#shared/domains/catalog/catalog.states.js";

/** An activity with its product, which may be deleted. */
export type Shown<K extends ActivityKind = ActivityKind> = ActivityWithGoods<K> & { spu: ShelvedSpu | null };

export async function withSpus<K extends ActivityKind>(list: readonly ActivityWithGoods<K>[]): Promise<Shown<K>[]> {
  const spus = new Map((await findSpus(list.map(({ activity }) => activity.spuId))).map((spu) => [spu._id, spu]));
  return list.map((one) => ({ ...one, spu: spus.get(one.activity.spuId) ?? null }));
}

export async function withSpu<K extends ActivityKind>(one: ActivityWithGoods<K>): Promise<Shown<K>> {
  return (await withSpus([one]))[0]!;
}

/** Members only see what they can buy. */
export const onShelf = <S extends Pick<Shown, "spu">>(list: readonly S[]): S[] =>
  list.filter(({ spu }) => spu?.status === SpuStatus.onShelf);
