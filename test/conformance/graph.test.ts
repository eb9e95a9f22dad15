import { describe, expect, test } from 'vitest'
import { ofFile } from '../kit/of-file.ts'
import {
  type Answer,
  at,
  field,
  listAt,
  startNotificationReceiver,
  startsAt,
  startTestSandbox,
  textAt,
} from '../../packages/sandbox/testing/sandbox-client.ts'
import { loadContract } from './contracts.ts'

const graph = loadContract('graph-mail.openapi.json', '/components/schemas')
const entra = loadContract('entra-oauth.schema.json', '/$defs')
const absent = graph && entra ? '' : ' (NOT COMPARED: the contract files are not beside this repository)'
const EMAIL = 'anna@contoso.example'

const sandbox = await ofFile(startTestSandbox())
const folders = [
  { displayName: 'Clients', children: [{ displayName: 'Acme' }] },
  { displayName: 'Unread', searchQuery: 'isRead eq false' },
]
await sandbox.control('POST', '/outlook/mailboxes', { email: EMAIL, kind: 'work', folders })
const client = await sandbox.signIn(EMAIL)

function expectShape(schema: string, answer: Answer, status: number) {
  expect([answer.status, graph?.problems(schema, answer.body) ?? '']).toEqual([status, ''])
}

const person = (address: string) => ({ emailAddress: { address } })

describe(`the sandbox's Graph answers fit the published shapes${absent}`, () => {
  test('the user and folders', async () => {
    expectShape('microsoft.graph.user', await client.get('/me'), 200)
    expectShape('mailFolderCollection', await client.get('/me/mailFolders?$top=2&$count=true'), 200)
    expectShape(
      'mailFolderCollection',
      await client.get('/me/mailFolders?includeHiddenFolders=true&$expand=childFolders&$top=50'),
      200,
    )
    expectShape('mailFolder.default', await client.get('/me/mailFolders/inbox'), 200)
    const made = await client.send('POST', '/me/mailFolders', { displayName: 'Made' })
    expectShape('mailFolder.default', made, 201)
    const path = `/me/mailFolders/${textAt(made.body, 'id')}`
    expectShape('mailFolder.default', await client.send('PATCH', path, { displayName: 'Renamed' }), 200)
    expectShape('mailFolder.default', await client.send('POST', `${path}/move`, { destinationId: 'archive' }), 200)
    expectShape(
      'microsoft.graph.ODataErrors.ODataError',
      await client.send('POST', '/me/mailFolders', { displayName: 'inbox' }),
      409,
    )
  })

  test('messages of many kinds, single and listed', async () => {
    const mails = [
      { subject: 'plain', from: person('a@x.example'), body: { contentType: 'text', content: 'x' } },
      { subject: null },
      { subject: 'invitation', '@odata.type': '#microsoft.graph.eventMessageRequest' },
      {
        subject: 'files',
        attachments: [
          { name: 'a.txt', contentBytes: 'AAAA' },
          { '@odata.type': '#microsoft.graph.itemAttachment', name: 'b.eml', contentBytes: 'AAAA' },
          { '@odata.type': '#microsoft.graph.referenceAttachment', name: 'c' },
        ],
      },
    ]
    for (const mail of mails) {
      const id = await sandbox.deliver(EMAIL, mail)
      expectShape('message.default', await client.get(`/me/messages/${id}`), 200)
      expectShape(
        'microsoft.graph.message',
        await client.get(`/me/messages/${id}?$select=subject,internetMessageHeaders,uniqueBody&$expand=attachments`),
        200,
      )
      expectShape('attachmentCollection', await client.get(`/me/messages/${id}/attachments`), 200)
      expectShape(
        'message.default',
        await client.send('PATCH', `/me/messages/${id}`, { isRead: true, flag: { flagStatus: 'flagged' } }),
        200,
      )
      expectShape(
        'message.default',
        await client.send('POST', `/me/messages/${id}/copy`, { destinationId: 'archive' }),
        201,
      )
      expectShape('message.default', await client.send('POST', `/me/messages/${id}/createReplyAll`, {}), 201)
      expectShape('message.default', await client.send('POST', `/me/messages/${id}/createForward`, {}), 201)
      const inner = listAt((await client.get(`/me/messages/${id}/attachments`)).body)
      for (const attachment of inner)
        expectShape('attachment', await client.get(`/me/messages/${id}/attachments/${textAt(attachment, 'id')}`), 200)
      expectShape(
        'message.default',
        await client.send('POST', `/me/messages/${id}/move`, { destinationId: 'archive' }),
        201,
      )
    }
    expectShape('messageCollection', await client.get('/me/messages?$top=3&$count=true'), 200)
    expectShape('messageCollection', await client.get('/me/mailFolders/archive/messages'), 200)
    const draft = await client.send('POST', '/me/messages', {
      subject: 'd',
      toRecipients: [person('a@x.example')],
      body: { contentType: 'HTML', content: 'x' },
    })
    expectShape('message.default', draft, 201)
    const AttachmentItem = { attachmentType: 'file', name: 'big', size: 5_000_000 }
    expectShape(
      'microsoft.graph.uploadSession',
      await client.send('POST', `/me/messages/${textAt(draft.body, 'id')}/attachments/createUploadSession`, {
        AttachmentItem,
      }),
      201,
    )
    const ids = {
      inputIds: [textAt(draft.body, 'id'), 'nothing'],
      sourceIdType: 'restId',
      targetIdType: 'restImmutableEntryId',
    }
    expectShape('convertIdCollection', await client.send('POST', '/me/translateExchangeIds', ids), 200)
  })

  test('deltas', async () => {
    for (const [start, schema] of [
      ['/me/mailFolders/inbox/messages/delta?$top=2', 'messageDelta'],
      ['/me/mailFolders/delta', 'mailFolderDelta'],
    ] as const) {
      let link: unknown = start
      for (let rounds = 0; rounds < 2; ) {
        const answer: Answer = await client.get(String(link))
        expectShape(schema, answer, 200)
        link = field(answer.body, '@odata.nextLink')
        if (link !== undefined) continue
        link = field(answer.body, '@odata.deltaLink')
        rounds++
        const id = await sandbox.deliver(EMAIL, { subject: 'more' })
        await client.send('POST', `/me/messages/${id}/move`, { destinationId: 'archive' })
        await client.send('POST', '/me/mailFolders', { displayName: `Round ${rounds} ${schema}` })
      }
    }
  })

  test('subscriptions, change notifications and lifecycle notifications', async () => {
    await using hook = await startNotificationReceiver()
    const input = {
      changeType: 'created',
      notificationUrl: hook.url,
      lifecycleNotificationUrl: hook.url,
      resource: "/me/mailFolders('inbox')/messages",
      expirationDateTime: new Date(startsAt.getTime() + 3600_000).toISOString(),
      clientState: 'secret',
    }
    const made = await client.send('POST', '/subscriptions', input)
    expectShape('microsoft.graph.subscription', made, 201)
    expectShape('subscriptionCollection', await client.get('/subscriptions'), 200)
    await sandbox.deliver(EMAIL, { subject: 'announced' })
    await sandbox.control('POST', '/faults', { match: { mailbox: EMAIL }, action: 'reauthorizationRequired' })
    await hook.waitFor(2)
    for (const { body } of hook.posts.filter((post) => post.body !== '')) {
      expect(graph?.problems('changeNotificationCollection', JSON.parse(body)) ?? '').toBe('')
    }
    const path = `/subscriptions/${textAt(made.body, 'id')}`
    expectShape(
      'microsoft.graph.subscription',
      await client.send('PATCH', path, { expirationDateTime: input.expirationDateTime }),
      200,
    )
    expectShape('microsoft.graph.ODataErrors.ODataError', await client.send('POST', '/subscriptions', input), 409)
    expect((await client.send('DELETE', path)).status).toBe(204)
  })

  test('a batch and its errors', async () => {
    const requests = [
      { id: '1', method: 'GET', url: '/me' },
      { id: '2', method: 'GET', url: '/me/messages/nothing' },
    ]
    expectShape('batchResponse', await client.send('POST', '/$batch', { requests }), 200)
    for (const path of ['/me/nothing', '/me/messages/nothing', '/me/messages?$top=0']) {
      expectShape('microsoft.graph.ODataErrors.ODataError', await client.get(path), 400)
    }
  })
})

describe(`the sandbox's Entra answers fit the published shapes${absent}`, () => {
  test('tokens and their errors', async () => {
    expect(entra?.problems('tokenSuccess', client.tokens) ?? '').toBe('')
    const again = await sandbox.token({
      grant_type: 'refresh_token',
      refresh_token: textAt(client.tokens, 'refresh_token'),
    })
    expect([again.status, entra?.problems('tokenSuccess', again.body) ?? '']).toEqual([200, ''])
    for (const form of [
      { grant_type: 'refresh_token', refresh_token: 'x' },
      { grant_type: 'authorization_code' },
      {},
      { grant_type: 'refresh_token', client_secret: 'x' },
    ]) {
      const { body } = await sandbox.token(form)
      expect([at(body, 'error'), entra?.problems('tokenError', body) ?? '']).toEqual([expect.any(String), ''])
    }
  })

  test('responses on the redirect URI', async () => {
    for (const [decision, schema] of [
      ['accept', 'authorizeSuccess'],
      ['deny', 'authorizeError'],
    ] as const) {
      const back = await sandbox.consent(EMAIL, decision)
      const answer = Object.fromEntries(new URL(back.headers.get('location') ?? '').searchParams)
      expect(entra?.problems(schema, answer) ?? '').toBe('')
    }
  })
})
