import { tencentCss as streaming } from "#shared/providers/live/client.js";
import { isOn } from "#shared/kernel/config/providers.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { LiveModel, type LiveDoc } from "../live.model.js";
import { LiveRecordingModel } from "./liveRecording.model.js";

/** The write to make in a transaction; returns whether the provider's API confirms what its callback reported. */
export type Apply = () => Promise<boolean>;

/** Adds the provider's recordings of a live; confirmed only once `fileId`, or any recording at all, is among them. */
export async function followRecordings({ _id: liveId, streamName }: LiveDoc, fileId?: string): Promise<Apply> {
  // They are at the video provider: without one nobody could play them.
  if (!isOn("vod")) return async () => true;
  const files = await streaming.recordings(streamName);
  return async () => {
    for (const file of files) {
      if (await LiveRecordingModel.exists({ recordFileId: file.fileId })) continue;
      const _id = await nextId("liveRecordings");
      const named = { streamId: streamName, channelId: streamName, recordFileId: file.fileId };
      await LiveRecordingModel.create([{ _id, liveId, ...named, ...file }]);
      await LiveModel.updateOne({ _id: liveId }, { $set: { recordEvent: "record_ended" } });
    }
    return files.some((file) => fileId === undefined || file.fileId === fileId);
  };
}
