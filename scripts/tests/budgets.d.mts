export interface FolderShare {
  folder: string;
  ms: number;
  /** Of the time of all folders, and the most that it may be. */
  percent: number;
  budget: number;
}
export function sharesOf(folders: { folder: string; ms: number }[]): FolderShare[];
