/**
 * Items in descending order of `rank`, then of `order`. Positions are found by binary search, so operations on a folder
 * of 10,000 messages do not scan it.
 */
type Ranked = { readonly rank: number; readonly order: number }

export class SortedList<Item extends Ranked> implements Iterable<Item> {
  readonly #items: Item[] = []

  get size(): number {
    return this.#items.length
  }

  add(item: Item): void {
    this.#items.splice(this.#indexOf(item), 0, item)
  }

  /** A list of items that are already sorted. */
  static of<Item extends Ranked>(sorted: Item[]): SortedList<Item> {
    const list = new SortedList<Item>()
    for (const item of sorted) list.#items.push(item)
    return list
  }

  remove(item: Item): boolean {
    const index = this.#indexOf(item)
    if (this.#items[index] !== item) return false
    this.#items.splice(index, 1)
    return true
  }

  slice(from: number, to: number): Item[] {
    return this.#items.slice(from, to)
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.#items[Symbol.iterator]()
  }

  #indexOf(item: Ranked): number {
    let low = 0
    let high = this.#items.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.#items[middle]
      if (other && comesBefore(other, item)) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Higher rank first; of equal rank the later one first. */
export function comesBefore(a: Ranked, b: Ranked): boolean {
  return a.rank > b.rank || (a.rank === b.rank && a.order > b.order)
}
