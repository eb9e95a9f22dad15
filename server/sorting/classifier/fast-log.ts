const FLOAT = new Float32Array(1)
const BITS = new Int32Array(FLOAT.buffer)

/** Natural logarithm of a positive number, off by at most 0.0002; a mail needs some ten thousand of them. */
export function fastLog(x: number): number {
  FLOAT[0] = x
  const bits = BITS[0] ?? 0
  BITS[0] = (bits & 0x7fffff) | 0x3f800000
  const m = FLOAT[0]
  // log2 of a mantissa in [1, 2); exact at both ends, least squares between.
  const bend = (m - 1) * (m - 2) * (-0.75507397 + m * (0.39730802 - 0.0803073 * m))
  return Math.LN2 * ((bits >> 23) - 127 + m - 1 + bend)
}
