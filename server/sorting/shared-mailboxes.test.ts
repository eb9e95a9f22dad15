import { expect, test } from 'vitest'
import { busyWorkers } from '../../test/kit/busy-workers.ts'

test('workers share mailboxes with many waiting messages equally, also with a worker that starts later', async () => {
  await using workers = await busyWorkers(3)
  await workers.startWorker()
  await expect.poll(workers.mailboxesOfWorkers).toEqual([3])
  await workers.startWorker()
  await expect.poll(workers.mailboxesOfWorkers).toEqual([1, 2])
})
