/**
 * Compares times of the API, whose fractions of a second have no trailing zeros. By code units: `localeCompare` puts
 * `27+00:00` after `27.5+00:00`.
 */
export const newestFirst = (a: { processed_at: string }, b: { processed_at: string }): number =>
  a.processed_at === b.processed_at ? 0 : a.processed_at < b.processed_at ? 1 : -1
