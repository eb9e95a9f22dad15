import type { CryptoKey } from 'jose'
import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { verificationKeys } from './signing-keys.ts'

/**
 * Caches the verification keys. Reloads them when they expire and when a token names an unknown key, which another node
 * may have created.
 */
export function createVerificationKeyCache({ db, clock }: Pick<Context, 'clock' | 'db'>, keptMs: number) {
  let keys = new Map<string, CryptoKey>()
  let goodUntil = new Date(0)
  let loading: Promise<void> | null = null

  const load = async (): Promise<void> => {
    const now = clock.now()
    keys = await db.asAccounts((tx) => verificationKeys(tx, now))
    goodUntil = addMs(now, keptMs)
  }
  /** One query at a time, so that a flood of tokens with invented key ids cannot overload the database. */
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
      // A reload that was already running may have read before the key was inserted.
      if (joins && !keys.has(kid)) await reload()
      return keys.get(kid)
    },
  }
}
