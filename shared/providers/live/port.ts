/** A recorded file at the provider. */
export interface RecordedFile {
  fileId: string;
  durationSeconds: number;
  /** Bytes. */
  fileSize: number;
  videoUrl: string;
}

/** What the provider knows of a stream. */
export interface StreamFacts {
  /** Whether somebody pushes it right now. */
  isActive: boolean;
  /** The last push that has ended, which the provider lists with a delay. Not queried while one is active. */
  lastPush: { startedAt: Date; endedAt: Date } | null;
}

/** What a callback claims to be about. Its signature covers only a time, so the provider is queried for the facts. */
export type LiveEvent =
  /** `at`: when it happened, by the provider's clock, in whole seconds. */
  | { kind: "started" | "ended"; streamName: string; at: Date | null }
  | { kind: "recorded"; streamName: string; fileId: string }
  | { kind: "recordEvent"; streamName: string; event: string }
  /** Nothing that this shop acts on. */
  | { kind: "other" };

/** A callback that is not the provider's. */
export class LiveCallbackRefused extends Error {}

/** The provider refused a call, with a code; `isPassing`: a retry may succeed. */
export class StreamRefused extends Error {
  readonly code: string;
  readonly isPassing: boolean;

  constructor(code: string, reason: string, isPassing: boolean) {
    super(`live: ${code} ${reason}`);
    this.code = code;
    this.isPassing = isPassing;
  }
}

/** The part that needs only the shared keys and makes no call: signs addresses, verifies callbacks. */
export interface StreamVerifier {
  /** Whether addresses can be made. */
  isConfigured(): boolean;
  /** The address to which the stream is pushed, valid until then. */
  pushAddress(streamName: string, until: Date): string;
  /** The addresses to watch it: for FLV players, and for browsers and phones (HLS). */
  playAddresses(streamName: string, until: Date): { flv: string; hls: string; host: string };
  /** Checks a callback's signature and returns its text. Throws LiveCallbackRefused. */
  verifyCallback(rawBody: Buffer): string;
  /** Parses a callback. Throws LiveCallbackRefused for an unexpected format. */
  openCallback(body: string): LiveEvent;
}

/** A provider that carries live streams. Its calls are for workers, and throw StreamRefused and OutboundFailed. */
export interface StreamClient {
  /** Whether its API can be called. */
  canCall(): boolean;
  /** Stops a stream, whoever pushes it; one that does not run is no error. */
  cut(streamName: string): Promise<void>;
  /** Whether it is pushed now, else the last push since a time within the last seven days. */
  stream(streamName: string, since: Date): Promise<StreamFacts>;
  /** Its recordings, newest first. */
  recordings(streamName: string): Promise<RecordedFile[]>;
}
