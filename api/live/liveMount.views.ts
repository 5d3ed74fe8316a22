import type { z } from "zod";
import type { LiveMountDoc } from "#shared/domains/live/index.js";
import type { LiveMountView } from "./liveMount.schemas.js";

export const liveMountView = (mount: LiveMountDoc): z.input<typeof LiveMountView> => ({
  id: mount._id,
  liveId: mount.liveId,
  spuId: mount.spuId,
  status: mount.status,
  sort: mount.sort,
  explainStatus: mount.explainStatus,
  createTime: mount.createdAt.getTime(),
  updateTime: mount.updatedAt.getTime(),
});
