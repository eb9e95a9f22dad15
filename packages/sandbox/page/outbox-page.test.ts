import fc from 'fast-check'
import { html } from 'hono/html'
import { expect, test } from 'vitest'
import { htmlToText } from '../microsoft/simulate-graph-text-body.ts'
import { withLinks } from './outbox-page.ts'

async function render(text: string): Promise<string> {
  return String(await html`${withLinks(text)}`)
}

test.each([
  ['http://localhost:3000/a?b=1&c=2', 'http://localhost:3000/a?b=1&amp;c=2'],
  ['see https://a.example/x.', 'https://a.example/x'],
  ['(https://a.example/x)', 'https://a.example/x'],
])('%j links to %s', async (text, href) => {
  expect(await render(text)).toContain(`<a href="${href}" `)
})

test.each(['ftp://a.example', 'javascript://a.example/%0aalert(1)', 'http://', 'https:// a', 'www.a.example', ''])(
  '%j has no link',
  async (text) => {
    expect(await render(text)).not.toContain('<a')
  },
)

test('linking does not change the text', async () => {
  const word = fc.oneof(
    fc.constantFrom('http://a.example/', 'https://b.test/?c="d"', '<b>', '&amp;', '.', ')'),
    fc.stringMatching(/^[!-~]{0,12}$/),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 8 }), async (words) => {
      const text = words.join('_')
      expect(htmlToText(await render(text))).toBe(text)
    }),
  )
})
