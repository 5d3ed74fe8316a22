/** A recorded file, as the provider has it. */
export interface RecordedFile {
  fileId: string;
  durationSeconds: number;
  /** Bytes. */
  fileSize: number;
  videoUrl: string;
}

/** What the provider knows of a stream. */
export interface StreamFacts {
  /** Somebody pushes it at this moment. */
  isActive: boolean;
  /** The last push that is over; the provider lists one some time after its end. Not looked up while one is active. */
  lastPush: { startedAt: Date; endedAt: Date } | null;
}

/** What a callback claims to be about: its signature is one of a time alone, so that the provider is asked what is true. */
export type StreamNews =
  | { kind: "started" | "ended"; streamName: string }
  | { kind: "recorded"; streamName: string; fileId: string }
  | { kind: "recordEvent"; streamName: string; event: string }
  /** Nothing that this shop acts on. */
  | { kind: "other" };

/** A callback that is not the provider's. */
export class LiveCallbackRefused extends Error {}

/** The provider said no to a call, by its code; `isPassing`: another try may do. */
export class StreamRefused extends Error {
  readonly code: string;
  readonly isPassing: boolean;

  constructor(code: string, reason: string, isPassing: boolean) {
    super(`live: ${code} ${reason}`);
    this.code = code;
    this.isPassing = isPassing;
  }
}

/** What needs nothing but the keys that both sides have: addresses are signed, callbacks verified. */
export interface StreamVerifier {
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

/** A provider that carries live streams. Its calls are for workers, and throw StreamRefused and OutboundFailed. */
export interface StreamClient {
  /** Its API may be called. */
  canCall(): boolean;
  /** Stops a stream, whoever pushes it; one that does not run is fine. */
  cut(streamName: string): Promise<void>;
  /** Whether it is pushed now, else the last push since a moment of the last seven days. */
  stream(streamName: string, since: Date): Promise<StreamFacts>;
  /** What was recorded of it, newest first. */
  recordings(streamName: string): Promise<RecordedFile[]>;
}
