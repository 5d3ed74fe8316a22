import { tinyVideo } from "#scripts/demo/media/tinyVideo.js";
import { storeVideo, type VideoDoc } from "#shared/domains/video/index.js";
import { VideoModel } from "#shared/domains/video/video.model.js";
import { startService } from "#test/support/service.js";
import { buildMember, type BuiltMember } from "./member.js";

interface BuiltVideo {
  video: VideoDoc;
  owner: BuiltMember;
}

/** A stored video of a new member, or of `owner`; its push is a job that is due. */
export async function buildVideo({
  owner,
  bytes = tinyVideo(),
}: { owner?: BuiltMember; bytes?: Buffer } = {}): Promise<BuiltVideo> {
  await startService();
  const member = owner ?? (await buildMember());
  const video = await storeVideo(
    member.member._id,
    (async function* () {
      yield bytes;
    })(),
  );
  return { video, owner: member };
}

export async function readVideo(videoId: number): Promise<VideoDoc> {
  return VideoModel.findById(videoId).orFail().lean<VideoDoc>();
}
