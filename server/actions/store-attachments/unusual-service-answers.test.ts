import { expect, test } from 'vitest'
import { allServices } from '../../../test/kit/services.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { attached, storingMailbox } from '../../../test/kit/storing-mailbox.ts'

const app = await appOfFile({ env: allServices })

test.each([
  ['longer than any', 'x'.repeat(400), 'x'.repeat(255)],
  ['empty', '', 'bill.pdf'],
  ['not to be kept', 'a\0\ud83d.pdf', 'a.pdf'],
])('stores and shows a file once if the service returns a name that is %s', async (_what, returnedName, shown) => {
  const store = await storingMailbox(app, 'dropbox')
  const body = { id: 'id:\0a', name: returnedName, path_display: `/${returnedName}`, size: 5 }
  const fault = { service: 'dropbox', path: '/files/upload', mailbox: store.email, times: 1, when: 'after' }
  await app.faults({ ...fault, status: 200, body })
  const { logId } = await store.sorted({ subject: 'Bill', attachments: [attached('bill.pdf', 'bytes')] })
  await app.runDueJobs()
  expect(await store.runs(logId)).toMatchObject([{ status: 'done', effects: [{ label: `${shown} in /` }] }])
  expect(Object.keys(await store.stored())).toEqual(['/bill.pdf'])
  expect(await store.attachmentRows()).toMatchObject([{ state: 'done', name: shown }])
})
