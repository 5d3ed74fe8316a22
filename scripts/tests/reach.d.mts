export function readReach(root: string): (path: string) => Set<string>;
