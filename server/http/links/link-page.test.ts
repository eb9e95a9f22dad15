import { expect, test } from 'vitest'
import { linkPageResponse } from './link-page.ts'

const config = { productName: 'B & <b>', publicUrl: 'https://mail.example', supportEmail: 'help@mail.example' }

const page = async (language: string, changes = {}): Promise<string> => {
  const response = await linkPageResponse({ ...config, ...changes }, new Headers({ 'accept-language': language }), {
    heading: 'The digest is on',
    text: '{product} sends it to {address}.',
    form: null,
    aside: 'To switch it on, sign in and open {account}.',
    values: { address: 'a•••@b.example' },
  })
  return response.text()
}

test('is in the language that the browser prefers, with escaped values', async () => {
  const german = await page('de-AT,en;q=0.5')
  expect(german).toContain('<html lang="de">')
  expect(german).toContain('B &amp; &lt;b&gt; sendet sie an a•••@b.example.')
  expect(german).toContain('öffnen Sie <a href="https://mail.example/account">https://mail.example/account</a>.')
  for (const other of ['en-US,de;q=0.9', 'fr']) {
    expect(await page(other)).toContain('<html lang="en">')
    expect(await page(other)).toContain('B &amp; &lt;b&gt; sends it to a•••@b.example.')
  }
})

test('names no address for questions where the operator has set none', async () => {
  expect(await page('en')).toContain('mailto:help@mail.example')
  expect(await page('en', { supportEmail: '' })).not.toContain('mailto:')
})
