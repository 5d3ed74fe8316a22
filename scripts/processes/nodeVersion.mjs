// Imported before anything else, so that an old Node shows this line and not a stack trace.
// The MongoDB driver requires 20.19, and npm refuses to install it on less (engine-strict).
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node ${process.versions.node} is too old: please use Node 20.19 or newer.`);
  process.exit(1);
}
