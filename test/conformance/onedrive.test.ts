import { describe, expect, test } from 'vitest'
import { ofFile } from '../kit/of-file.ts'
import { type Answer, ask, startTestSandbox } from '../../packages/sandbox/testing/sandbox-client.ts'
import {
  ANNA,
  conflict,
  connect,
  uploadRange,
  sessionFor,
  STEP,
} from '../../packages/sandbox/testing/onedrive-client.ts'
import { loadContract } from './contracts.ts'

const onedrive = loadContract('onedrive.schema.json', '/$defs')
const absent = onedrive ? '' : ' (NOT COMPARED: the contract files are not beside this repository)'

const sandbox = await ofFile(startTestSandbox())
await sandbox.control('POST', '/onedrive/accounts', { email: ANNA, total: 10 * STEP })
const client = await connect(sandbox, ANNA)

function expectShape(schema: string, answer: Answer, status: number) {
  expect([answer.status, onedrive?.problems(schema, answer.body) ?? '']).toEqual([status, ''])
}

describe(`the sandbox's OneDrive answers fit the published shapes${absent}`, () => {
  test('the user and their tokens', async () => {
    expectShape('me', await client.get('/me'), 200)
    expect(onedrive?.problems('oauth.token_response', client.tokens) ?? '').toBe('')
    expectShape('oauth.token_error', await sandbox.token({ grant_type: 'refresh_token', refresh_token: 'x' }), 400)
  })

  test('items and folders', async () => {
    expectShape('driveItem', await client.put('/Invoices/a.pdf', 'a'), 201)
    expectShape('driveItem', await client.get('/me/drive/root'), 200)
    expectShape('driveItem', await client.get('/me/drive/root:/Invoices/a.pdf'), 200)
    expectShape('driveItemCollection', await client.get('/me/drive/root/children?$top=1'), 200)
    const folder = { name: 'Made', folder: {} }
    expectShape('driveItem', await client.send('POST', '/me/drive/root/children', folder), 201)
    expectShape('error', await client.send('POST', '/me/drive/root/children', folder), 409)
    expectShape('error', await client.put('/Invoices/a.pdf', 'b', conflict('fail')), 409)
    expectShape('error', await client.get('/me/drive/root:/nothing'), 404)
  })

  test('upload sessions', async () => {
    const session = await client.send('POST', '/me/drive/root:/b.bin:/createUploadSession', { item: { fileSize: 5 } })
    expectShape('uploadSession', session, 200)
    const url = await sessionFor(client, '/b.bin')
    expectShape('uploadProgress', await uploadRange(url, [0, STEP - 1, STEP + 1]), 202)
    expectShape('uploadProgress', await ask(url), 200)
    expectShape('error', await uploadRange(url, [0, STEP - 1, STEP + 1]), 416)
    expectShape('driveItem', await uploadRange(url, [STEP, STEP, STEP + 1]), 201)
    expectShape('error', await uploadRange(await sessionFor(client, '/c.bin'), [0, 10 * STEP, 10 * STEP + 1]), 507)
  })
})
