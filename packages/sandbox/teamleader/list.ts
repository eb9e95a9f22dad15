/** A page of a list; behind its end there is nothing. */
export function pageOf<T>(all: readonly T[], { size, number }: { size: number; number: number }): T[] {
  return all.slice((number - 1) * size, number * size)
}
