import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startDovecot } from '../../../test/kit/dovecot.ts'
import { imapMailbox } from '../../../test/kit/imap-mailbox.ts'
import { ofFile } from '../../../test/kit/of-file.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const hasSieve = existsSync('/usr/lib/dovecot/modules/lib90_sieve_plugin.so')
const title = 'what a filter of the server has filed at delivery is neither sorted nor learned as a move of the user'
const sender = 'billing@power.example'
const filter = `require ["fileinto", "copy"];
if header :is "Subject" "Filed" { fileinto "Other"; }
elsif header :is "Subject" "Copied" { fileinto :copy "Other"; }`

test.skipIf(!hasSieve)(hasSieve ? title : `${title} (skipped: apt-get install dovecot-sieve)`, async () => {
  const dovecot = await ofFile(startDovecot({ sieve: filter }))
  const app = await appOfFile({ startsAt: null })
  const at = await imapMailbox(app, dovecot, { folders: ['Bills', 'Other'] })
  await at.instruct('Bills', sender)
  await app.advance('1 min')
  await at.subscribe()
  await app.runDueJobs()
  await at.work('catch-up', 'detect-manual-moves')
  for (const subject of ['Filed', 'Copied', 'Plain']) await at.deliver({ subject, from: sender })
  await at.sorted(2)
  const look = () => at.work('catch-up', 'detect-manual-moves', 'sync-mailbox', 'detect-manual-moves')
  await look()
  await look()
  const { Bills: sorted = [], ...others } = await at.atServer()
  expect({ Bills: sorted.toSorted(), ...others }).toEqual({ Bills: ['Copied', 'Plain'], Other: ['Filed', 'Copied'] })
  expect(await at.logs()).toMatchObject([
    { subject: 'Copied', reason: 'sorted' },
    { subject: 'Plain', reason: 'sorted' },
  ])
  expect(await at.corrections()).toEqual([])
  await at.move('Bills', 'Other', 'subject', 'Plain')
  await look()
  expect(await at.corrections()).toMatchObject([{ value: sender }])
})
