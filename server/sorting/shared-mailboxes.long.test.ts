import { expect, test } from 'vitest'
import { busyWorkers } from '../../test/kit/busy-workers.ts'
import { jobConcurrencyPerQueue } from '../jobs/create-jobs.ts'

test('a mailbox that waits for a place gets its turn, and a worker that starts later gets mailboxes', async () => {
  const mailboxes = jobConcurrencyPerQueue + 1
  await using workers = await busyWorkers(mailboxes)
  await workers.startWorker()
  await expect.poll(workers.triedMailboxes).toBe(mailboxes)
  for (const started of [2, 3]) {
    await workers.startWorker()
    await expect
      .poll(async () => (await workers.mailboxesOfWorkers()).filter((count) => count > 0).length)
      .toBe(started)
  }
})
