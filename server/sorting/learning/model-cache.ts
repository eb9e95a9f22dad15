import { memoryBytes, type Model } from '../../../packages/classifier/classifier.ts'

/** Decoded models that a node keeps in memory: a mailbox with hundreds of filed messages has one of about 5 MB. */
const modelCacheMaxBytes = 64 * 1024 * 1024

/** A decoded model, which is read only, and the revision of the stored one. */
export interface CachedModel {
  revision: string
  model: Model
}

/** The models of the mailboxes that were sorted last. Decoding one takes as long as sorting several messages. */
export interface ModelCache {
  get(mailboxId: string): CachedModel | undefined
  set(mailboxId: string, cached: CachedModel): void
}

/** Models whose use is the longest ago leave, so that the others fit into `maxBytes`. */
export function createModelCache(maxBytes = modelCacheMaxBytes): ModelCache {
  const models = new Map<string, CachedModel & { bytes: number }>()
  let bytes = 0

  function remove(mailboxId: string): void {
    bytes -= models.get(mailboxId)?.bytes ?? 0
    models.delete(mailboxId)
  }

  return {
    get(mailboxId) {
      const cached = models.get(mailboxId)
      if (!cached) return undefined
      models.delete(mailboxId)
      models.set(mailboxId, cached)
      return cached
    },
    set(mailboxId, cached) {
      remove(mailboxId)
      const size = memoryBytes(cached.model)
      models.set(mailboxId, { ...cached, bytes: size })
      bytes += size
      for (const oldest of models.keys()) {
        if (bytes <= maxBytes) return
        remove(oldest)
      }
    },
  }
}
