/** A recorded file, as the platform tells of it. */
export interface RecordedFile {
  streamName: string;
  channelId: string;
  fileId: string;
  /** The platform's own name of the recording. */
  recordFileId: string;
  durationSeconds: number;
  /** Bytes. */
  fileSize: number;
  videoUrl: string;
  streamParam: string;
}

/** What a callback tells. `push` names one push of a stream: its start and its end have the same. */
export type StreamNews =
  | { kind: "started" | "ended"; streamName: string; push: string; at: Date }
  | { kind: "recorded"; file: RecordedFile }
  | { kind: "recordEvent"; streamName: string; event: string }
  /** Nothing that this shop acts on. */
  | { kind: "other" };

/** A callback that is not the platform's. */
export class LiveCallbackRefused extends Error {}

/** A platform that carries live streams. Nothing here calls it: addresses and callbacks are signed with keys both have. */
export interface StreamingPlatform {
  /** Addresses can be made. */
  isConfigured(): boolean;
  /** Where the stream is pushed to, good until then. */
  pushAddress(streamName: string, until: Date): string;
  /** Where it is watched: by players that take FLV, and by those of browsers and phones (HLS). */
  playAddresses(streamName: string, until: Date): { flv: string; hls: string; host: string };
  /** Checks a callback's signature; answers its text. Throws LiveCallbackRefused. */
  verifyCallback(rawBody: Buffer): string;
  /** Reads a callback. Throws LiveCallbackRefused when it has another form. */
  openCallback(body: string): StreamNews;
}
