/** The slots beside which a job runs, and the places that it holds until its run has ended. */
export interface Slots {
  queue: string;
  count: number;
  /** Of the job (JobDeclaration.lane). */
  lane?: string | undefined;
  places: Map<string, () => void>;
  /** The run has ended, or was given up: what it still does takes no place, which nobody would give back. */
  isOver?: boolean;
}
