import type { Endpoint } from "./http/endpoint.js";
import { mediaEndpoints } from "./media/file.routes.js";

/** The table of contents: every endpoint of the service, by domain. */
export const endpoints: Endpoint[] = [
  ...mediaEndpoints,
];
