export interface ProvidedBrowser {
  program: string;
  /** What it needs beside the environment of this process. */
  env: Record<string, string>;
}

/** `TEST_BROWSER=package`: not the machine's own. */
export function provideBrowser(root: string): Promise<ProvidedBrowser>;
