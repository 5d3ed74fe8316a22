import { tencentCss as streaming } from "#shared/providers/live/client.js";
import { StreamRefused } from "#shared/providers/live/port.js";
import { errors } from "#shared/kernel/request/errors.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { log } from "#shared/kernel/observability/log.js";
import { liveErrors } from "./live.errors.js";
import { LiveModel, type LiveDoc } from "./live.model.js";
import { LiveStatus } from "./live.states.js";

/**
 * For workers: stops the stream of an ended live at the provider, whoever pushes it. Throws OutboundFailed and
 * PlatformFailed when a retry may succeed, else StreamNotCut.
 */
export async function cutStream(liveId: number): Promise<void> {
  const live = await withDeleted(LiveModel.findById(liveId)).lean<LiveDoc>();
  if (live?.status !== LiveStatus.ended) return;
  if (!streaming.canCall()) {
    log.warn({ liveId }, "no keys for the live provider's API: the live was ended here only");
    return;
  }
  try {
    await streaming.cut(live.streamName);
  } catch (error) {
    if (!(error instanceof StreamRefused)) throw error;
    throw error.isPassing
      ? errors.PlatformFailed({ platform: `live (${error.code})` })
      : liveErrors.StreamNotCut({ reason: error.code });
  }
}
