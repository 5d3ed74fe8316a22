import { tencentCss } from "#shared/providers/live/client.js";
import type { StreamClient } from "#shared/providers/live/index.js";

/** The provider that carries the streams, called: for workers. */
export const streaming: StreamClient = tencentCss;
