import { expect, test } from 'vitest'
import { busyWorkers } from '../../test/kit/busy-workers.ts'
import { jobConcurrencyPerQueue } from '../jobs/create-jobs.ts'

test('three workers share one mailbox more than one of them sorts at a time, and each gets its turn', async () => {
  const mailboxes = jobConcurrencyPerQueue + 1
  await using workers = await busyWorkers(mailboxes)
  await workers.startWorker()
  await expect.poll(workers.triedMailboxes).toBe(mailboxes)
  await workers.startWorker()
  await expect.poll(workers.mailboxesOfWorkers).toEqual([4, 5])
  await workers.startWorker()
  await expect.poll(workers.mailboxesOfWorkers).toEqual([3, 3, 3])
})
