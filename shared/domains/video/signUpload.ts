import { randomInt } from "node:crypto";
import { uploadSignature } from "#shared/providers/vod/uploadSignature.js";
import { clock, hours } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { videoErrors } from "./video.errors.js";

/** The provider allows a day at most; an upload that began in time may end later. */
const GOOD_MS = hours(2);

/**
 * The signature with which a member's client uploads to the provider directly. Computed here, with a key that allows
 * nothing else; the provider reports the video and its owner by a callback. NoVideoPlatform.
 */
export function signUpload(memberId: number): string {
  const { VOD_UPLOAD_SECRET_ID: secretId, VOD_UPLOAD_SECRET_KEY: secretKey } = config;
  if (secretId === "" || secretKey === "") throw videoErrors.NoVideoPlatform();
  const from = Math.floor(clock.ms() / 1_000);
  return uploadSignature({
    secretId,
    secretKey,
    from,
    until: from + GOOD_MS / 1_000,
    random: randomInt(2 ** 32),
    source: sourceOf(memberId),
    subAppId: config.VOD_SUB_APP_ID,
    procedure: config.VOD_PROCEDURE,
  });
}

const sourceOf = (memberId: number): string => `member-${memberId}`;

/** The member whose upload a callback reports; null when it was not made with a signature of ours. */
export function memberOfSource(source: string): number | null {
  const [, id] = /^member-([1-9]\d{0,14})$/.exec(source) ?? [];
  return id === undefined ? null : Number(id);
}
