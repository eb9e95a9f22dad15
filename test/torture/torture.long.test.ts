import { expect, test } from 'vitest'
import { hasDovecot } from '../../scripts/lib/dovecot.ts'
import { torture } from './torture.ts'

/** A short run of `npm run torture`, with a new seed each time; the message of a failure names it. */
test('no rule is violated while workers are killed and outages happen', { timeout: 900_000 }, async () => {
  const seed = Date.now() % 1_000_000
  const later = seed % 2 === 1
  const { violations, results } = await torture(
    { kills: 4, mails: 60, nodes: 2, outlook: 1, imap: hasDovecot() ? 1 : 0, later, seed },
    () => undefined,
  )
  const repeat = `npm run torture -- --kills 4 --mails 60 --nodes 2 --outlook 1${later ? ' --later' : ''} --seed`
  expect(violations, `${repeat} ${seed}`).toEqual([])
  expect(results['message processed sorted']).toBeGreaterThan(20)
  expect(results['run done done']).toBeGreaterThan(10)
})
