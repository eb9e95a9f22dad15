import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createApp } from './app.ts'
import { Config } from './kit/config.ts'
import { createSandboxState } from './sandbox-state.ts'
import { FAULT_NAMES } from './microsoft/faults/named-faults.ts'

const text = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8').replaceAll(/\n {2,}/g, ' ')

test('docs/sandbox.md describes every control call', () => {
  const described = [
    ...text.matchAll(/`((?:(?:GET|POST|PUT|PATCH|DELETE)`, `)*(?:GET|POST|PUT|PATCH|DELETE)) (\/control[^`? ]*)/g),
  ]
  const calls = described.flatMap(([, methods = '', path = '']) =>
    methods.split('`, `').map((method) => `${method} ${path}`),
  )
  const routes = createApp(createSandboxState({ demo: false })).routes.filter(
    ({ method, path }) => method !== 'ALL' && path.startsWith('/control/'),
  )
  const missing = routes
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    .filter((call) => !calls.includes(call))
  expect(missing).toEqual([])
  expect(calls.length).toBeGreaterThan(30)
})

test('docs/sandbox.md describes every named fault', () => {
  expect(FAULT_NAMES.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

test('every setting that docs/sandbox.md describes exists', () => {
  const table = text.slice(text.indexOf('### Switches'), text.indexOf('## What it does not do'))
  const named = [...table.matchAll(/^- ((?:`\w+`(?:, )?)+):/gm)].flatMap(([, cell = '']) =>
    cell.replaceAll('`', '').split(', '),
  )
  expect(named.length).toBeGreaterThan(5)
  for (const name of named) expect(Object.keys(Config.shape)).toContain(name)
})
