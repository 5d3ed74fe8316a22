export { isPublicKey } from "./publicKey.js";
export { storePicture } from "./storePicture.js";
