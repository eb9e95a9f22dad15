import { beforeEach, expect, test } from 'vitest'
import { mailExcerptMaxLength } from '../../contract/limits.ts'
import { callFunction, signUp } from '../../test/kit/outlook.ts'
import { startHistory } from '../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../test/kit/start-app.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
beforeEach(() => app.faults())

const owner = () => ({ token: history.mailbox.user.accessToken, userId: history.mailbox.user.userId })
const excerpt = (logId: string, who = owner()) => callFunction(app, who, 'mail-excerpt', { logId })

test('reads what the reader sees, the names of the attachments and a link, and stores nothing of it', async () => {
  const { logId } = await history.deliverAndSort({
    from: 'kim@club.example',
    subject: 'Boats',
    html: `<p>The boats <b>are back</b>.</p><p style="display:none">zebrafish</p><p>${'word '.repeat(300)}</p>`,
    attachments: [
      {
        '@odata.type': '#microsoft.graph.fileAttachment',
        name: 'plan.pdf',
        contentType: 'application/pdf',
        contentBytes: 'aGVsbG8=',
      },
    ],
  })
  const { status, body } = await excerpt(logId)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    isTruncated: true,
    attachmentNames: ['plan.pdf'],
    webLink: expect.stringMatching(/^http.*\/owa\/\?ItemID=/),
  })
  expect(body.text).toMatch(/^The boats are back.\nword word/)
  expect(String(body.text).length).toBeLessThanOrEqual(mailExcerptMaxLength)
  expect(body.text).not.toContain('zebrafish')
  const page = await fetch(String(body.webLink))
  expect(await page.text()).toContain('Boats')

  const stored = await history.row(logId)
  expect(JSON.stringify(stored)).not.toContain('boats are back')
})

test('refuses emails of other users, deleted ones, and while Outlook does not respond', async () => {
  const { logId } = await history.deliverAndSort({ subject: 'Short', text: 'One line.' })
  expect((await excerpt(logId)).body).toMatchObject({ text: 'One line.', isTruncated: false, attachmentNames: [] })
  const other = await signUp(app)
  expect((await excerpt(logId, other)).body).toMatchObject({ error: { code: 'log_not_found' } })

  for (const [status, code] of [
    [404, 'mail_gone'],
    [503, 'outlook_unreachable'],
  ]) {
    await app.faults({ service: 'graph', path: 'messages/', status })
    expect((await excerpt(logId)).body).toMatchObject({ error: { code } })
  }
})
