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

/** The platform said no to a call, by its code; `isPassing`: another try may do. */
export class StreamRefused extends Error {
  readonly code: string;
  readonly isPassing: boolean;

  constructor(code: string, reason: string, isPassing: boolean) {
    super(`live: ${code} ${reason}`);
    this.code = code;
    this.isPassing = isPassing;
  }
}

/** A platform that carries live streams. Addresses and callbacks are signed with keys both have; only `cut` calls it. */
export interface StreamingPlatform {
  /** Addresses can be made. */
  isConfigured(): boolean;
  /** Where the stream is pushed to, good until then. */
  pushAddress(streamName: string, until: Date): string;
  /** Where it is watched: by players that take FLV, and by those of browsers and phones (HLS). */
  playAddresses(streamName: string, until: Date): { flv: string; hls: string; host: string };
  /** Its API may be called. */
  canCut(): boolean;
  /** Stops a stream, whoever pushes it; one that does not run is fine. Throws StreamRefused, OutboundFailed. For workers. */
  cut(streamName: string): Promise<void>;
  /** Checks a callback's signature; answers its text. Throws LiveCallbackRefused. */
  verifyCallback(rawBody: Buffer): string;
  /** Reads a callback. Throws LiveCallbackRefused when it has another form. */
  openCallback(body: string): StreamNews;
}
