/**
 * Items in order of a key, newest first. Adding, removing and finding a place take a binary search, so a folder of
 * 10,000 messages is listed, paged and moved out of without walking through it.
 */
export type Ranked = { readonly rank: number; readonly order: number }

export class SortedList<Item extends Ranked> implements Iterable<Item> {
  readonly #items: Item[] = []

  get size(): number {
    return this.#items.length
  }

  add(item: Item): void {
    this.#items.splice(this.#placeOf(item), 0, item)
  }

  /** Takes items that are in order already. */
  static of<Item extends Ranked>(sorted: Item[]): SortedList<Item> {
    const list = new SortedList<Item>()
    for (const item of sorted) list.#items.push(item)
    return list
  }

  remove(item: Item): boolean {
    const place = this.#placeOf(item)
    if (this.#items[place] !== item) return false
    this.#items.splice(place, 1)
    return true
  }

  slice(from: number, to: number): Item[] {
    return this.#items.slice(from, to)
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.#items[Symbol.iterator]()
  }

  #placeOf(item: Ranked): number {
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

/** Higher rank first; of equal rank the one that came later first. */
export function comesBefore(a: Ranked, b: Ranked): boolean {
  return a.rank > b.rank || (a.rank === b.rank && a.order > b.order)
}
