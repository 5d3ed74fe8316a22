import { config } from "#shared/kernel/config/config.js";

/** Are its keys set? Without them there is no chat, and nobody to be put out of it. */
export const isChatConfigured = (): boolean => config.IM_SDK_APP_ID !== "" && config.IM_SECRET_KEY !== "";
