import { catalogErrors } from "#shared/domains/catalog/index.js";
import type { AppError } from "#shared/kernel/request/errors.js";
import { activityErrors } from "./activity.errors.js";
import { ActivityKind } from "./activity.states.js";

interface KindTexts {
  /** The name in the audit log, as in "seckill-activity.create". */
  noun: string;
  notFound: () => AppError;
  skuTaken: () => AppError;
  goodsMissing: () => AppError;
  closedNoUpdate: () => AppError;
  noDelete: () => AppError;
  alreadyClosed: () => AppError;
}

/** The refusals for operators, by kind (rules: Error codes). */
export const kindTexts: Record<ActivityKind, KindTexts> = {
  [ActivityKind.seckill]: {
    noun: "seckill-activity",
    notFound: () => activityErrors.SeckillNotFound(),
    skuTaken: () => activityErrors.SeckillSpuConflict(),
    goodsMissing: () => activityErrors.SeckillGoodsMissing(),
    closedNoUpdate: () => activityErrors.SeckillClosedNoUpdate(),
    noDelete: () => activityErrors.SeckillNoDelete(),
    alreadyClosed: () => activityErrors.SeckillAlreadyClosed(),
  },
  [ActivityKind.bargain]: {
    noun: "bargain-activity",
    notFound: () => activityErrors.BargainNotFound(),
    skuTaken: () => activityErrors.BargainSpuConflict(),
    goodsMissing: () => catalogErrors.SkuNotFound(),
    closedNoUpdate: () => activityErrors.BargainClosedNoUpdate(),
    noDelete: () => activityErrors.BargainNoDelete(),
    alreadyClosed: () => activityErrors.BargainClosed(),
  },
  [ActivityKind.group]: {
    noun: "combination-activity",
    notFound: () => activityErrors.GroupBuyNotFound(),
    skuTaken: () => activityErrors.GroupBuySpuConflict(),
    goodsMissing: () => activityErrors.GroupBuyGoodsMissing(),
    closedNoUpdate: () => activityErrors.GroupBuyClosedNoUpdate(),
    noDelete: () => activityErrors.GroupBuyNoDelete(),
    alreadyClosed: () => activityErrors.GroupBuyClosed(),
  },
  [ActivityKind.points]: {
    noun: "point-activity",
    notFound: () => activityErrors.PointNotFound(),
    skuTaken: () => activityErrors.PointSpuConflict(),
    goodsMissing: () => activityErrors.PointGoodsMissing(),
    closedNoUpdate: () => activityErrors.PointClosedNoUpdate(),
    noDelete: () => activityErrors.PointNoDelete(),
    alreadyClosed: () => activityErrors.PointAlreadyClosed(),
  },
};
