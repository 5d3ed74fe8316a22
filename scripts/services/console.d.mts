/** Bundles the operators' console to dist/console where its sources have changed. */
export function ensureConsoleBuilt(root: string): Promise<void>;
