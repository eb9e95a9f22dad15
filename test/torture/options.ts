import { parseArgs } from 'node:util'
import { z } from 'zod'
import { hasDovecot } from '../../scripts/lib/dovecot.ts'

/** A torture run. */
export interface TortureOptions {
  /** Worker processes that are killed. */
  kills: number
  /** Messages that are delivered, spread evenly between the kills. */
  mails: number
  /** Worker processes at a time. */
  nodes: number
  /** Mailboxes in Outlook, and at a Dovecot whose connections are cut. */
  outlook: number
  imap: number
  /** Email waits in the inbox until it is read, which happens in the round after its delivery. */
  later: boolean
  /** Determines the incidents and when they happen; what the processes do in between is not repeatable. */
  seed: number
}

const count = z.coerce.number().int().positive()
const few = z.coerce.number().int().min(0).max(10)
const Options = z.object({
  kills: count,
  mails: count,
  nodes: count.max(10),
  outlook: few,
  imap: few,
  later: z.boolean(),
  seed: z.coerce.number().int(),
})

/** @throws z.ZodError for a number that is not one */
export function readOptions(args: string[]): TortureOptions {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: 'string', default: '20' },
      mails: { type: 'string', default: '200' },
      nodes: { type: 'string', default: '1' },
      outlook: { type: 'string', default: '2' },
      imap: { type: 'string', default: hasDovecot() ? '1' : '0' },
      later: { type: 'boolean', default: false },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  })
  return Options.parse(values)
}
