import { kuaidi100, type ExpressTracker } from "#shared/integrations/express/index.js";

/** The platform that tells where parcels are. */
export const tracker: ExpressTracker = kuaidi100;
