export interface Figures {
  told: boolean;
  passing: number;
  pending: number;
  failing: number;
  failures: string;
  last: string;
}
export function figuresOf(text: string): Figures;
