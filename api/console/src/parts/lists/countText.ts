/** The API counts a filtered list up to here, as its pages reach no further. */
export const MOST_COUNTED = 10_000;

/** A number of rows: "10,000+" where more may match. */
export const countText = (total: number): string => `${total.toLocaleString()}${total === MOST_COUNTED ? "+" : ""}`;
