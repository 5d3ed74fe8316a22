/** server: a request is answered; consumer: a job runs; client: somebody outside is called. */
type SpanKind = "server" | "consumer" | "client";
/** No secrets, no personal data: patterns of paths, names, ids, numbers. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

export interface SpanStart {
  name: string;
  kind: SpanKind;
  attributes: SpanAttributes;
  /** The traceparent of what asked for it. Default: the span of the running request or job; without one it is a new trace. */
  parent?: string | undefined;
}

/** Something that takes time, seen in a trace. */
export interface RunningSpan {
  readonly traceId: string;
  /** As W3C writes it: what this one asks for carries it, in its outbox row or its job. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** `error` names what went wrong, never with the message of an error. */
  end(error?: string): void;
}

/** Makes spans and has them exported; tracingExport.ts is the one that does. */
export interface Tracer {
  start(span: SpanStart): RunningSpan;
  stop(): Promise<void>;
}

export interface TracingSettings {
  /** Where an OTLP collector takes traces over HTTP, without /v1/traces; undefined: none are made. */
  endpoint: string | undefined;
  /** name=value[,name=value] */
  headers: string;
  serviceName: string;
  /** Share of the new traces that are kept, 0 to 1. */
  ratio: number;
}
