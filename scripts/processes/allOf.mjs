/**
 * Waits until all have ended, so that whatever one has started can be stopped even when another failed.
 * @template {unknown[]} T
 * @param {{ [K in keyof T]: Promise<T[K]> }} begun
 * @returns {Promise<T>}
 */
export async function allOf(begun) {
  await Promise.allSettled(begun);
  return /** @type {Promise<T>} */ (Promise.all(begun));
}
