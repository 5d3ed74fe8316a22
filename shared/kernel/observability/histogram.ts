/**
 * Durations as counts by bucket: small to store, and those of several processes and hours add up, which percentiles do
 * not. Bucket n counts durations above 2^((n-1)/4) ms up to 2^(n/4) ms: four to each doubling, so that a percentile is at
 * most a tenth off.
 */
export type Histogram = Record<string, number>;

const PER_DOUBLING = 4;
/** Two to the 27th ms is a day and a half: whatever took longer is counted as that. */
const LAST_BUCKET = 27 * PER_DOUBLING;

/** The bucket of a duration in milliseconds; the first holds everything up to 1 ms. */
function bucketOf(ms: number): number {
  if (!(ms > 1)) return 0;
  return Math.min(Math.ceil(Math.log2(ms) * PER_DOUBLING), LAST_BUCKET);
}

export function observe(histogram: Histogram, ms: number): void {
  const bucket = String(bucketOf(ms));
  histogram[bucket] = (histogram[bucket] ?? 0) + 1;
}

/** Adds histograms up. */
export function sumOf(histograms: Iterable<Histogram | undefined>): Histogram {
  const sum: Histogram = {};
  for (const histogram of histograms)
    for (const [bucket, count] of Object.entries(histogram ?? {})) sum[bucket] = (sum[bucket] ?? 0) + count;
  return sum;
}

/**
 * The duration that this share did not exceed, in whole milliseconds: the middle of its bucket. Null of an empty one.
 * @param share 0.5 for the median, 0.95 for all but the slowest twentieth
 */
export function percentileOf(histogram: Histogram, share: number): number | null {
  const buckets = Object.entries(histogram)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .sort(([a], [b]) => a - b);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  let left = Math.ceil(total * share);
  for (const [bucket, count] of buckets) {
    left -= count;
    if (left <= 0) return bucket === 0 ? 1 : Math.round(2 ** ((bucket - 0.5) / PER_DOUBLING));
  }
  return null;
}
