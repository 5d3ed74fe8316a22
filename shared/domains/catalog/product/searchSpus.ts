import { bestOf, MOST_HITS, type Hit, type Sought } from "#shared/kernel/lists/sought.js";
import { byWords } from "#shared/kernel/lists/searchTerms.js";
import { SpuStatus } from "../catalog.states.js";
import { SpuModel, type SpuDoc } from "./spu.model.js";

type Spu = Pick<SpuDoc, "_id" | "name" | "status" | "priceFen" | "introduction" | "createdAt">;
const shown = "name status priceFen introduction createdAt";

/** Products by their id (recycled ones too) and by words of their name, or parts of them and their pinyin. */
export async function searchSpus({ id, name }: Sought): Promise<Hit[]> {
  const [byId, named] = await Promise.all([
    id === undefined ? [] : SpuModel.find({ _id: id }, shown).lean<Spu[]>(),
    name === undefined
      ? []
      : SpuModel.find({ keywordTerms: byWords(name), status: { $in: [SpuStatus.onShelf, SpuStatus.offShelf] } }, shown)
          .sort({ sort: -1, _id: -1 })
          .limit(MOST_HITS)
          .lean<Spu[]>(),
  ]);
  const hit =
    (isExact: boolean) =>
    (spu: Spu): Hit => ({
      id: spu._id,
      title: spu.name,
      state: String(spu.status),
      amountFen: spu.priceFen,
      about: spu.introduction,
      at: spu.createdAt,
      isExact,
    });
  return bestOf(byId.map(hit(true)), named.map(hit(false)));
}
