import type { CryptoKey } from 'jose'
import { later } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { verificationKeys } from './signing-keys.ts'

/** The verification keys, read again when they are old and when a token names one that is not known yet (made on another node). */
export function createKeyCache({ db, clock }: Pick<Context, 'clock' | 'db'>, keptMs: number) {
  let keys = new Map<string, CryptoKey>()
  let goodUntil = new Date(0)
  let loading: Promise<void> | null = null

  const load = async (): Promise<void> => {
    const now = clock.now()
    keys = await db.asAccounts((tx) => verificationKeys(tx, now))
    goodUntil = later(now, keptMs)
  }
  /** One at a time: tokens with made-up key ids cost no more than one query between them. */
  const reload = (): Promise<void> => {
    loading ??= load().finally(() => {
      loading = null
    })
    return loading
  }

  return {
    async keyOf(kid: string): Promise<CryptoKey | undefined> {
      if (clock.now() < goodUntil && keys.has(kid)) return keys.get(kid)
      const joins = loading !== null
      await reload()
      // What was under way already may have looked before the key was there.
      if (joins && !keys.has(kid)) await reload()
      return keys.get(kid)
    },
  }
}
