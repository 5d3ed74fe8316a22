/** The slots beside which a job runs, and the places that it holds until its run has ended. */
export interface Slots {
  queue: string;
  count: number;
  places: Map<string, () => void>;
}
