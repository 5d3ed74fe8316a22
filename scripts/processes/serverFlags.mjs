/**
 * Node's flags for every process of the shop, as in the Procfile, the Dockerfile and docker-compose.yml. Without a least
 * size V8 shrinks the young generation of a quiet process to a megabyte, and then collects it every second.
 * @type {readonly string[]}
 */
export const serverFlags = ["--enable-source-maps", "--min-semi-space-size=16"];
