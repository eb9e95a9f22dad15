import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { settingNames } from '../../server/setting-fields.ts'
import { openApi } from './openapi.ts'
import { settingsReference } from './settings-reference.ts'
import { settingsGroups } from './settings-text.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('docs/settings.md explains every setting once, and is generated: npm run docs', () => {
  const explained = settingsGroups.flatMap(({ rows }) => rows.flatMap(({ names }) => names))
  expect(explained.toSorted()).toEqual(settingNames.toSorted())
  expect(read('docs/settings.md')).toBe(settingsReference())
})

test('docs/openapi.json is generated, and its schemas are valid', () => {
  expect(read('docs/openapi.json')).toBe(`${JSON.stringify(openApi(), null, 2)}\n`)
  const Paths = z.object({
    paths: z.record(
      z.string(),
      z.object({ post: z.object({ requestBody: z.looseObject({}), responses: z.looseObject({}) }) }),
    ),
  })
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const { paths } = Paths.parse(openApi())
  expect(Object.keys(paths).length).toBeGreaterThan(20)
  for (const { post } of Object.values(paths))
    for (const content of [post.requestBody, ...Object.values(post.responses)]) {
      const { schema } = z
        .object({ content: z.object({ 'application/json': z.object({ schema: z.looseObject({}) }) }) })
        .transform((found) => found.content['application/json'])
        .parse(content)
      expect(() => ajv.compile(schema)).not.toThrow()
    }
})

test('every link between the documents leads to a file', () => {
  const pages = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    ...readdirSync('docs')
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ]
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)/g)]
      .map(([, target = '']) => new URL(target, `file:///${page}`).pathname.slice(1))
      .filter((target) => !exists(target))
      .map((target) => `${page} → ${target}`),
  )
  expect(broken).toEqual([])
})

function exists(path: string): boolean {
  try {
    readFileSync(new URL(`../../${path}`, import.meta.url))
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EISDIR'
  }
}
