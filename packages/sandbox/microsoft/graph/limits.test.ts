import { beforeEach, describe, expect, test } from 'vitest'
import { at, type Client, field, listAt, textAt, startsAt } from '../../testing/sandbox-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const EMAIL = 'anna@contoso.example'
const OTHER = 'bob@fabrikam.example'
const sandbox = await sandboxOfFile()
let client: Client

beforeEach(async () => {
  for (const email of [EMAIL, OTHER])
    await sandbox.control('POST', '/outlook/mailboxes', { email, kind: 'work', folders: [] })
  client = await sandbox.signIn(EMAIL)
})

const codeOf = (body: unknown) => at(body, 'error.code')

describe('throttling', () => {
  test('refuses a fifth parallel call to one mailbox, but not to another mailbox or the directory', async () => {
    await sandbox.control('PUT', '/config', { graphDelayMs: 50 })
    const other = await sandbox.signIn(OTHER)
    const get = ({ tokens }: Client, path: string) => {
      const headers = { authorization: `Bearer ${textAt(tokens, 'access_token')}` }
      return sandbox.call(`/graph.microsoft.com/v1.0${path}`, { headers })
    }
    const calls = [
      ...Array.from({ length: 6 }, () => get(client, '/me/messages')),
      get(other, '/me/messages'),
      get(client, '/me'),
    ]
    const answers = await Promise.all(calls)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({
      error: { code: 'ApplicationThrottled', message: 'Application is over its MailboxConcurrency limit.' },
    })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  })
})

describe('$batch', () => {
  const batch = (requests: unknown[], headers: Record<string, string> = {}) =>
    client.send('POST', '/$batch', { requests }, headers)
  const part = (id: string, more: Record<string, unknown> = {}) => ({
    id,
    method: 'GET',
    url: '/me/mailFolders/inbox',
    ...more,
  })

  test('runs twenty parts in any order; refuses twenty-one, and equal ids', async () => {
    const twenty = await batch(Array.from({ length: 20 }, (_, id) => part(String(id))))
    const ids = listAt(twenty.body, 'responses').map((answer) => at(answer, 'id'))
    expect(ids.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 20 }, (_, id) => String(id)))
    expect(ids).not.toEqual(Array.from({ length: 20 }, (_, id) => String(id)))
    expect(listAt(twenty.body, 'responses').every((answer) => at(answer, 'status') === 200)).toBe(true)
    expect((await batch(Array.from({ length: 21 }, (_, id) => part(String(id))))).status).toBe(400)
    expect((await batch([part('a'), part('A')])).status).toBe(400)
    expect((await batch([part('a', { dependsOn: ['b'] })])).status).toBe(400)
    expect((await batch([part('a', { dependsOn: ['b'] }), part('b', { dependsOn: ['a'] })])).status).toBe(400)
  })

  test('refuses absolute addresses and nested batches, for the part or the whole batch', async () => {
    const parts = [
      part('1'),
      part('2', { url: 'https://graph.microsoft.com/v1.0/me' }),
      part('3', { method: 'POST', url: '/$batch', body: {}, headers: { 'content-type': 'application/json' } }),
      part('4', { method: 'POST', url: '/me/mailFolders', body: { displayName: 'x' } }),
    ]
    const statuses = async () =>
      Object.fromEntries(
        listAt((await batch(parts)).body, 'responses').map((answer) => [at(answer, 'id'), at(answer, 'status')]),
      )
    expect(await statuses()).toEqual({ 1: 200, 2: 400, 3: 400, 4: 400 })
    await sandbox.control('PUT', '/config', { batchAbsoluteUrl: 'all' })
    expect((await batch(parts)).status).toBe(400)
  })

  test('responds to any malformed part', async () => {
    for (const url of [
      '',
      '/',
      '//[',
      '%',
      '/me/messages/%E0%A4%A',
      '/users/%/messages',
      '?x',
      '/me/mailFolders(%27',
    ]) {
      const status = at(listAt((await batch([part('1', { url })])).body, 'responses')[0], 'status')
      expect([url, status]).toEqual([url, expect.toSatisfy((value) => value >= 400 && value < 500)])
    }
    const odd = await batch([part('1', { url: 'a://[' }), part('2', { headers: { 'b a d': 'x' } })])
    expect(listAt(odd.body, 'responses').map((answer) => at(answer, 'status'))).toEqual([400, 400])
    for (const path of ['/me/messages/%', '/users/%/messages', '/%24batch']) {
      const { status } = await client.get(path)
      expect([path, status]).toEqual([path, expect.toSatisfy((value) => value >= 400 && value < 500)])
    }
    const resource = '/me/mailFolders/%/messages'
    expect(
      (
        await client.send('POST', '/subscriptions', {
          resource,
          changeType: 'created',
          notificationUrl: 'https://x.example',
          expirationDateTime: new Date(startsAt.getTime() + 60_000).toISOString(),
        })
      ).status,
    ).toBe(404)
  })

  test('dependsOn sets the order; parts after a failure get 424', async () => {
    const json = { 'content-type': 'application/json' }
    const { body } = await batch([
      {
        id: 'second',
        method: 'POST',
        url: '/me/mailFolders',
        body: { displayName: 'X' },
        headers: json,
        dependsOn: ['first'],
      },
      { id: 'first', method: 'POST', url: '/me/mailFolders', body: { displayName: 'X' }, headers: json },
      { id: 'third', method: 'GET', url: '/me', dependsOn: ['second'] },
    ])
    const statuses = Object.fromEntries(
      listAt(body, 'responses').map((answer) => [at(answer, 'id'), at(answer, 'status')]),
    )
    expect(statuses).toEqual({ first: 201, second: 409, third: 424 })
  })

  test('ignores the outer Prefer; a throttled part has its own Retry-After', async () => {
    const id = await sandbox.deliver(EMAIL, { subject: 'x' })
    const message = { id: '1', method: 'GET', url: `/me/messages/${id}` }
    const outer = listAt((await batch([message], { prefer: 'IdType="ImmutableId"' })).body, 'responses')[0]
    expect(at(outer, 'body.id')).not.toBe(id)
    const inner = listAt(
      (await batch([{ ...message, headers: { Prefer: 'IdType="ImmutableId"' } }])).body,
      'responses',
    )[0]
    expect(at(inner, 'body.id')).toBe(id)
    await sandbox.control('PUT', '/faults', [{ service: 'graph', path: 'messages', status: 429, retryAfter: 7 }])
    const throttled = await batch([message, part('2')])
    const answer = listAt(throttled.body, 'responses').find((each) => at(each, 'id') === '1')
    expect([throttled.status, at(answer, 'status'), field(at(answer, 'headers'), 'retry-after')]).toEqual([
      200,
      429,
      '7',
    ])
    await sandbox.control('PUT', '/config', { batchStatusWhenThrottled: 424 })
    expect((await batch([message])).status).toBe(424)
  })
})

describe('faults', () => {
  const set = (rule: Record<string, unknown>) =>
    sandbox.control('PUT', '/faults', [{ service: 'graph', path: '', ...rule }])
  const named = (action: string, more: Record<string, unknown> = {}) =>
    sandbox.control('POST', '/faults', { action, ...more })

  test('apply before the effect or after it', async () => {
    await set({ method: 'POST', path: 'mailFolders$', status: 504, times: 1 })
    expect((await client.send('POST', '/me/mailFolders', { displayName: 'A' })).status).toBe(504)
    expect((await client.send('POST', '/me/mailFolders', { displayName: 'A' })).status).toBe(201)
    await set({ method: 'POST', path: 'mailFolders$', status: 504, when: 'after', times: 1 })
    expect((await client.send('POST', '/me/mailFolders', { displayName: 'B' })).status).toBe(504)
    expect(codeOf((await client.send('POST', '/me/mailFolders', { displayName: 'B' })).body)).toBe('ErrorFolderExists')
  })

  test('drop the connection before or after the effect', async () => {
    await named('afterEffect', { times: 1 })
    await expect(client.send('POST', '/me/mailFolders', { displayName: 'A' })).rejects.toThrow()
    expect(codeOf((await client.send('POST', '/me/mailFolders', { displayName: 'A' })).body)).toBe('ErrorFolderExists')
    await set({ drop: true, times: 1 })
    await expect(client.get('/me')).rejects.toThrow()
    expect((await client.get('/me')).status).toBe(200)
    const cut = await named('hang', { options: { how: 'cut' }, times: 1 })
    expect(at(cut.body, 'left')).toBe(1)
    await expect(client.get('/me')).rejects.toThrow()
    await named('hang', { options: { how: 'drip' }, times: 1 })
    expect((await client.get('/me')).status).toBe(200)
  })

  test('reset the connection, or cut the body in half, before or after the effect', async () => {
    const create = (displayName: string) => client.send('POST', '/me/mailFolders', { displayName })
    await set({ action: 'reset', times: 1 })
    await expect(create('A')).rejects.toThrow()
    await set({ action: 'reset', when: 'after', times: 1 })
    await expect(create('A')).rejects.toThrow()
    expect(codeOf((await create('A')).body)).toBe('ErrorFolderExists')
    await set({ action: 'malformed', times: 1 })
    await expect(create('B')).rejects.toThrow(SyntaxError)
    expect(codeOf((await create('B')).body)).toBe('ErrorFolderExists')
  })

  test.each([
    ['throttle', {}, 429, 'TooManyRequests'],
    ['throttle', { code: 'ApplicationThrottled', retryAfter: '2.128' }, 429, 'ApplicationThrottled'],
    ['unavailable', { code: 'ErrorServerBusy' }, 503, 'ErrorServerBusy'],
    ['gatewayTimeout', {}, 504, 'UnknownError'],
    ['serverError', {}, 500, 'ErrorInternalServerError'],
    ['tokenExpired', {}, 401, 'InvalidAuthenticationToken'],
    ['mailboxUnavailable', {}, 404, 'MailboxNotEnabledForRESTAPI'],
    ['mailboxUnavailable', { code: 'ErrorNonExistentMailbox' }, 404, 'ErrorNonExistentMailbox'],
    ['mailboxInfoStale', {}, 503, 'MailboxInfoStale'],
    ['mailboxMoving', { status: 500 }, 500, 'ErrorMailboxMoveInProgress'],
    ['mailboxFull', { onReads: true }, 507, 'ErrorQuotaExceeded'],
    ['accessDenied', {}, 403, 'ErrorAccessDenied'],
  ])('%s %o responds with %i %s, for its times and mailbox only', async (action, options, status, code) => {
    const other = await sandbox.signIn(OTHER)
    await named(action, { options, times: 1, match: { mailbox: EMAIL, path: 'mailFolders' } })
    expect((await other.get('/me/mailFolders/inbox')).status).toBe(200)
    const answer = await client.get('/me/mailFolders/inbox')
    expect([answer.status, codeOf(answer.body)]).toEqual([status, code])
    expect((await client.get('/me/mailFolders/inbox')).status).toBe(200)
  })

  test('502 is a page; faults can have a duration and a probability, and be removed', async () => {
    const made = await named('serverError', { options: { status: 502 }, forSeconds: 60, id: 'mine' })
    expect(at(made.body, 'id')).toBe('mine')
    const answer = await client.get('/me')
    expect([answer.status, answer.headers.get('content-type'), answer.body]).toEqual([502, 'text/html', null])
    await sandbox.control('POST', '/clock', { advance: 'PT61S' })
    expect((await client.get('/me')).status).toBe(200)
    await named('accessDenied', { id: 'mine' })
    await sandbox.control('DELETE', '/faults/mine')
    expect((await client.get('/me')).status).toBe(200)
    await named('accessDenied', { probability: 0.5 })
    const statuses = []
    for (let turn = 0; turn < 40; turn++) statuses.push((await client.get('/me')).status)
    expect(new Set(statuses)).toEqual(new Set([200, 403]))
  })

  test.each([
    ['consentRevoked', 400, 65001],
    ['sessionsRevoked', 400, 50173],
    ['mfaRequired', 400, 50076],
    ['caBlocked', 400, 53003],
    ['userDisabled', 400, 50057],
    ['clientSecretExpired', 401, 7000222],
    ['entraDown', 503, 90033],
  ])('%s fails a refresh with %i AADSTS%i', async (action, status, number) => {
    await named(action, { times: 1, match: { mailbox: EMAIL } })
    const form = { grant_type: 'refresh_token', refresh_token: textAt(client.tokens, 'refresh_token') }
    expect(await sandbox.token(form)).toMatchObject({ status, body: { error_codes: [number] } })
    expect((await sandbox.token(form)).status).toBe(200)
    expect((await client.get('/me')).status).toBe(200)
  })

  test('removes the refresh token of a token response', async () => {
    await named('refreshTokenLost', { times: 1 })
    const form = { grant_type: 'refresh_token', refresh_token: textAt(client.tokens, 'refresh_token') }
    expect((await sandbox.token(form)).body).not.toHaveProperty('refresh_token')
    expect((await sandbox.token(form)).body).toHaveProperty('refresh_token')
  })

  test('change a message between the notification and the call', async () => {
    const id = await sandbox.deliver(EMAIL, { subject: 'x' })
    const archive = textAt((await client.get('/me/mailFolders/archive')).body, 'id')
    await named('messageMovedBeforeFetch', { times: 1 })
    expect((await client.get(`/me/messages/${id}`)).body).toMatchObject({ parentFolderId: archive })
    const etag = String(field((await client.get(`/me/messages/${id}`)).body, '@odata.etag'))
    await named('messageChangedMeanwhile', { times: 1 })
    expect((await client.send('PATCH', `/me/messages/${id}`, { isRead: true }, { 'if-match': etag })).status).toBe(412)
    await named('messageLateVisible', { times: 2 })
    const statuses = []
    for (let turn = 0; turn < 3; turn++) statuses.push((await client.get(`/me/messages/${id}`)).status)
    expect(statuses).toEqual([404, 404, 200])
    await named('messageDeletedBeforeFetch', { times: 1 })
    expect((await client.get(`/me/messages/${id}`)).status).toBe(404)
  })

  test('change folders during a call', async () => {
    const make = async (name: string) =>
      textAt((await client.send('POST', '/me/mailFolders', { displayName: name })).body, 'id')
    await named('folderNameTaken', { times: 1 })
    expect(codeOf((await client.send('POST', '/me/mailFolders', { displayName: 'Taken' })).body)).toBe(
      'ErrorFolderExists',
    )
    const folder = await make('Target')
    const now = (action: string, options: Record<string, string>) =>
      named(action, { match: { mailbox: EMAIL }, options })
    await now('folderRenamed', { folder: 'Target', displayName: 'Renamed' })
    expect((await client.get(`/me/mailFolders/${folder}`)).body).toMatchObject({ id: folder, displayName: 'Renamed' })
    await now('folderMovedUnderDeleted', { folder: 'Renamed' })
    expect((await client.get(`/me/mailFolders/${folder}`)).body).toMatchObject({
      parentFolderId: textAt((await client.get('/me/mailFolders/deleteditems')).body, 'id'),
    })
    await now('folderRecreated', { folder: 'Renamed' })
    expect((await client.get(`/me/mailFolders/${folder}`)).status).toBe(404)
    const id = await sandbox.deliver(EMAIL, { subject: 'x' })
    for (const [gone, status] of [
      [false, 201],
      [true, 404],
    ] as const) {
      const target = await make(`Deleted ${gone}`)
      await named('folderDeleted', { times: 1, options: { gone } })
      expect((await client.send('POST', `/me/messages/${id}/move`, { destinationId: target })).status).toBe(status)
    }
  })

  test('change paging, schema, clock, delta links and uploads', async () => {
    for (let turn = 0; turn < 12; turn++) await sandbox.deliver(EMAIL, { subject: String(turn) })
    await named('pagingFailure', { times: 1 })
    const empty = (await client.get('/me/messages')).body
    expect(listAt(empty)).toEqual([])
    expect(listAt((await client.get(String(field(empty, '@odata.nextLink')))).body)).toHaveLength(10)
    await named('pagingFailure', { times: 2, options: { how: 'expired' } })
    const page = (await client.get('/me/messages')).body
    expect((await client.get(String(field(page, '@odata.nextLink')))).status).toBe(410)
    await named('schemaDrift', { times: 1 })
    expect(listAt((await client.get('/me/messages')).body)[0]).toMatchObject({
      importance: 'unknownFutureValue',
      bodyPreview: null,
    })
    await named('clockSkew', { times: 1, options: { seconds: -300 } })
    expect(Date.parse((await client.get('/me')).headers.get('date') ?? '')).toBeLessThan(startsAt.getTime() - 200_000)
    await named('deltaGone', { times: 1 })
    expect(await client.get('/me/mailFolders/inbox/messages/delta')).toMatchObject({
      status: 410,
      body: { error: { code: 'SyncStateNotFound' } },
    })
    const draft = textAt((await client.send('POST', '/me/messages', { subject: 'd' })).body, 'id')
    const session = await client.send('POST', `/me/messages/${draft}/attachments/createUploadSession`, {
      AttachmentItem: { attachmentType: 'file', name: 'a', size: 20 },
    })
    await named('uploadCut', { times: 1 })
    const put = (from: number) =>
      fetch(textAt(session.body, 'uploadUrl'), {
        method: 'PUT',
        body: 'x'.repeat(10),
        headers: { 'content-range': `bytes ${from}-${from + 9}/20` },
      })
    expect([(await put(0)).status, (await put(10)).status]).toEqual([200, 404])
  })

  test('faults=mild fails some calls before their effect', async () => {
    await sandbox.control('PUT', '/config', { faults: 'mild', graphDelayMs: 0 })
    const statuses: number[] = []
    for (let turn = 0; turn < 100; turn++) statuses.push((await client.get('/me')).status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(85)
    expect(statuses.some((status) => status === 429 || status === 503)).toBe(true)
  })

  test('refuses an unknown name', async () => {
    await expect(named('surprise', { match: { mailbox: EMAIL } })).rejects.toThrow('surprise')
  })
})
