import type { StoredPart } from '../storage/stored-part.ts'
import type { Config } from './config.ts'
import type { Kit } from './kit.ts'
import type { OutboxMail } from './outbox.ts'

type StoredKit = { clockOffset: number; config: Config; mails: OutboxMail[] }

/** Time, settings and the outbox. Faults and the journal end with a restart. */
export function storedKit(kit: Kit): StoredPart {
  return {
    name: 'sandbox',
    capture: (): StoredKit => ({ clockOffset: kit.clock.offset(), config: kit.config, mails: kit.outbox.mails }),
    restore({ clockOffset, config, mails }: StoredKit) {
      kit.clock.resume(clockOffset)
      Object.assign(kit.config, config)
      kit.outbox.mails.push(...mails)
    },
  }
}
