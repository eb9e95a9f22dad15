/** Webhook requests that share one transaction. */
const webhookBatchSize = 200
/** While one waits for the disk, the next one is sent to the database. */
const webhookBatchesInFlight = 2

/** An item of the next batch, and the caller who waits for it. */
interface PendingItem<T> {
  item: T
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Collects the items that arrive while the previous batches are being written, and writes them together: a single item
 * is written immediately, a thousand share a few transactions, and no timer is involved.
 * @param write when it fails, all items of the batch fail
 * @returns resolves once the item is written
 */
export function createWriteBatcher<T>(
  write: (items: T[]) => Promise<void>,
  { maxItems = webhookBatchSize, maxInFlight = webhookBatchesInFlight } = {},
): (item: T) => Promise<void> {
  let pending: PendingItem<T>[] = []
  let inFlight = 0

  async function run(): Promise<void> {
    inFlight++
    while (pending.length > 0) {
      const batch = pending.slice(0, maxItems)
      pending = pending.slice(maxItems)
      try {
        await write(batch.map(({ item }) => item))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    inFlight--
  }

  return (item) =>
    new Promise((resolve, reject) => {
      pending.push({ item, resolve, reject })
      if (inFlight < maxInFlight) void run()
    })
}
