/** One page of a list; empty after its end. */
export function pageOf<T>(all: readonly T[], { size, number }: { size: number; number: number }): T[] {
  return all.slice((number - 1) * size, number * size)
}
