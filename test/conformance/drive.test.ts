import { existsSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { openDrive, uploadRange } from '../../packages/sandbox/testing/google-drive-client.ts'
import { ofFile } from '../kit/of-file.ts'
import { type Answer, startTestSandbox, textAt } from '../../packages/sandbox/testing/sandbox-client.ts'

const FILE = new URL('../../../shared/contracts/drive.discovery.json', import.meta.url)
const problems = existsSync(FILE) ? loadDiscovery(JSON.parse(readFileSync(FILE, 'utf8'))) : null
const absent = problems ? '' : ' (NOT COMPARED: the contract file is not beside this repository)'
const KIM = 'kim@gmail.example'

const sandbox = await ofFile(startTestSandbox())
await sandbox.control('POST', '/google/accounts', { email: KIM })
const drive = await openDrive(sandbox, KIM)

/** A discovery document names its schemas barely, and says of each property alone whether it must be there. */
function loadDiscovery(document: unknown): (schema: string, value: unknown) => string {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $defs: Object(translated(Object(document).schemas)) }, 'drive')
  return (schema, value) => {
    const validate = ajv.getSchema(`drive#/$defs/${schema}`)
    if (!validate) throw new Error(`there is no schema ${schema}`)
    return validate(value) ? '' : ajv.errorsText(validate.errors)
  }
}

function translated(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(translated)
  if (typeof part !== 'object' || part === null) return part
  const own = Object.entries(part).filter(([name, value]) => !(name === 'required' && typeof value === 'boolean'))
  const needed = Object.entries(Object('properties' in part ? part.properties : {}))
    .filter(([, property]) => Object(property).required === true)
    .map(([name]) => name)
  const rest = own
    .filter(([name]) => name !== 'id' && name !== '$ref')
    .map(([name, value]) => [name, translated(value)])
  const ref = '$ref' in part ? { $ref: `#/$defs/${String(part.$ref)}` } : {}
  const id = 'id' in part && typeof part.id === 'object' ? { id: translated(part.id) } : {}
  return { ...Object.fromEntries(rest), ...ref, ...id, ...(needed.length > 0 ? { required: needed } : {}) }
}

function expectShape(schema: string, answer: Answer, status = 200) {
  expect([answer.status, problems?.(schema, answer.body) ?? '']).toEqual([status, ''])
}

describe(`the sandbox's Drive answers fit the published shapes${absent}`, () => {
  test('the account, files, lists and ids', async () => {
    expectShape('About', await drive.call('GET', '/about?fields=*'))
    expectShape('GeneratedIds', await drive.call('GET', '/files/generateIds'))
    const parents = [await drive.folder('Invoices')]
    const made = await drive.put({ name: 'a.pdf', parents, appProperties: { by: 'rule' } }, 'hello', 'application/pdf')
    expectShape('File', made)
    const path = `/files/${textAt(made.body, 'id')}`
    expectShape('File', await drive.call('GET', path))
    expectShape('File', await drive.call('PATCH', `${path}?fields=*`, { trashed: true, description: 'old' }))
    expectShape('FileList', await drive.call('GET', '/files?fields=*&pageSize=1'))
    const begun = await drive.begin({ name: 'b' })
    expectShape('File', await uploadRange(begun.headers.get('location') ?? '', '0-4/5', Buffer.from('hello')))
  })

  test('tokens', () => {
    expect(problems?.('OAuthTokenResponse', drive.tokens) ?? '').toBe('')
  })

  test('errors', async () => {
    expectShape('Error', await drive.call('GET', '/about'), 400)
    expectShape('Error', await drive.call('GET', '/files/unknown'), 404)
    expectShape('Error', await drive.list('name = '), 400)
    const [id] = [textAt((await drive.call('GET', '/files/generateIds?count=1')).body, 'ids.0')]
    await drive.put({ id }, 'x')
    expectShape('Error', await drive.put({ id }, 'x'), 409)
    await sandbox.control('PUT', '/faults', [{ service: 'google', path: '/drive/v3', status: 503, times: 1 }])
    expectShape('Error', await drive.call('GET', '/files'), 503)
  })
})

test('reports a mismatching shape', () => {
  const text = { type: 'string' }
  const Page = { id: 'Page', properties: { files: { type: 'array', items: { $ref: 'File' } } } }
  const File = { id: 'File', properties: { id: { ...text, required: true }, size: { ...text, format: 'int64' } } }
  const schemaErrors = loadDiscovery({ schemas: { Page, File } })
  expect(schemaErrors('Page', { files: [{ id: 'a', size: '5' }] })).toBe('')
  expect(schemaErrors('Page', { files: [{ id: 'a', size: 5 }] })).toContain('files/0/size must be string')
  expect(schemaErrors('File', {})).toContain("required property 'id'")
})
