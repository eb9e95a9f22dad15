import { Client, type Context, HTTPMessageHandler, type Middleware } from '@microsoft/microsoft-graph-client'
import { expect, test } from 'vitest'
import { ofFile } from '../kit/of-file.ts'
import {
  at,
  field,
  listAt,
  startNotificationReceiver,
  startsAt,
  startTestSandbox,
  textAt,
} from '../../packages/sandbox/testing/sandbox-client.ts'

const EMAIL = 'anna@contoso.example'

/** The official client sends its token over https alone; over the sandbox's plain HTTP it is put in here. */
class WithToken implements Middleware {
  readonly #token: string
  readonly #next = new HTTPMessageHandler()
  constructor(token: string) {
    this.#token = token
  }
  async execute(context: Context): Promise<void> {
    const headers = new Headers(Object(context.options?.headers))
    headers.set('authorization', `Bearer ${this.#token}`)
    context.options = { ...context.options, headers: Object.fromEntries(headers) }
    await this.#next.execute(context)
  }
}

const sandbox = await ofFile(startTestSandbox())
await sandbox.control('POST', '/outlook/mailboxes', {
  email: EMAIL,
  kind: 'work',
  folders: [{ displayName: 'Clients' }],
})
const { tokens } = await sandbox.signIn(EMAIL)
const baseUrl = `${sandbox.url}/graph.microsoft.com/`
const graph = Client.initWithMiddleware({
  baseUrl,
  defaultVersion: 'v1.0',
  middleware: new WithToken(textAt(tokens, 'access_token')),
})

test('Microsoft’s own client lists, pages, moves and subscribes', async () => {
  for (let turn = 0; turn < 25; turn++) await sandbox.deliver(EMAIL, { subject: `mail ${turn}` })
  const first: unknown = await graph.api('/me/mailFolders/inbox/messages').select('subject').top(10).get()
  const subjects = new Set<unknown>()
  for (let page = first; ; ) {
    for (const message of listAt(page)) subjects.add(at(message, 'subject'))
    const next = field(page, '@odata.nextLink')
    if (typeof next !== 'string') break
    // The client takes whole links over https alone; over plain HTTP it is given the part behind the version.
    page = await graph.api(next.slice(next.indexOf('/me/'))).get()
  }
  expect(subjects.size).toBe(25)

  const id = textAt(first, 'value.0.id')
  const moved: unknown = await graph
    .api(`/me/messages/${id}/move`)
    .header('Prefer', 'IdType="ImmutableId"')
    .post({ destinationId: 'archive' })
  expect(moved).toMatchObject({ subject: 'mail 24' })
  await expect(graph.api(`/me/messages/${id}`).get()).rejects.toMatchObject({
    statusCode: 404,
    code: 'ErrorItemNotFound',
  })

  await using hook = await startNotificationReceiver()
  const subscription: unknown = await graph.api('/subscriptions').post({
    changeType: 'created',
    notificationUrl: hook.url,
    resource: "/me/mailFolders('inbox')/messages",
    expirationDateTime: new Date(startsAt.getTime() + 3600_000).toISOString(),
    clientState: 'secret',
  })
  await sandbox.deliver(EMAIL, { subject: 'announced' })
  await hook.waitFor(1)
  expect(hook.items[0]).toMatchObject({ subscriptionId: at(subscription, 'id') })
})
