import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EmailContent } from './composers.ts'
import { render } from './render.ts'

const house = { productName: 'Mailroom', publicUrl: 'https://mail.example.com', supportEmail: 'help@example.com' }
const button = { label: 'Continue', url: 'https://mail.example.com/auth/v1/verify?token=abc&type=signup' }
const plain: EmailContent = {
  to: 'ada@example.com',
  subject: 'Hello',
  heading: 'Hello',
  paragraphs: ['One', 'Two'],
  button,
  code: '012345',
  footnote: 'Not you?',
}

const tagsOf = (html: string): string[] => html.match(/<[^>]*>/g) ?? []
const textsOf = (html: string): string => unescape(html.replace(/<style>[^]*?<\/style>/, '').replace(/<[^>]*>/g, '\n'))
const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const unescape = (text: string): string => text.replace(/&(amp|lt|gt|quot|#39);/g, (sign) => signs[sign] ?? sign)

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom('<', '>', '"', "'", '&', '</title>', '<script>', '</td>', '<!--', '&lt;', 'x', ' ', '\n'), {
      maxLength: 12,
    })
    .map((parts) => parts.join('')),
)

test('whatever an e-mail says, it stays text', () => {
  const content = fc.record({
    to: hostile,
    subject: hostile,
    heading: hostile,
    paragraphs: fc.tuple(hostile, hostile),
    footnote: hostile,
    code: fc.stringMatching(/^\d{6}$/),
    label: hostile,
  })
  fc.assert(
    fc.property(content, ({ label, ...said }) => {
      const { html } = render({ ...plain, ...said, button: { ...button, label } }, house)
      expect(tagsOf(html)).toEqual(tagsOf(render(plain, house).html))
      const texts = textsOf(html)
      for (const text of [said.heading, ...said.paragraphs, said.footnote, label]) expect(texts).toContain(text)
    }),
  )
})

test('the product name and our address are escaped, too', () => {
  const { html } = render(plain, { ...house, productName: 'Bob & "Sons" <Ltd>' })
  expect(tagsOf(html)).toEqual(tagsOf(render(plain, house).html))
})

test('a button leads to us or the e-mail is not made', () => {
  const allowed = (url: string): boolean => {
    try {
      render({ ...plain, button: { label: 'Continue', url } }, house)
      return true
    } catch {
      return false
    }
  }
  expect(allowed(button.url)).toBe(true)
  for (const url of [
    'https://evil.example/',
    'http://mail.example.com/',
    'https://mail.example.com:444/',
    'https://mail.example.com.evil.example/',
    'https://mail.example.com@evil.example/',
    '//mail.example.com/',
    'javascript:alert(1)',
    '',
  ])
    expect([url, allowed(url)]).toEqual([url, false])
  fc.assert(
    fc.property(fc.webUrl(), (url) => {
      expect(allowed(url)).toBe(new URL(url).origin === house.publicUrl)
    }),
  )
})

test('fetches nothing, runs nothing, and leads nowhere but to us', () => {
  const { html } = render(plain, house)
  expect(html).not.toMatch(
    /<(img|link|script|iframe|object|form|video)\b|@import|url\(|https?:\/\/(?!mail\.example\.com)/i,
  )
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => unescape(href))
  expect(links).toEqual([button.url, house.publicUrl, `mailto:${house.supportEmail}`])
  expect(html).toMatch(/^<!doctype html>\n<html lang="en"/)
})

test('the subject is one line, and lines of the plain text are short but for links', () => {
  const long = 'Many words that go on and on, '.repeat(20)
  const { subject, text } = render({ ...plain, subject: 'Two\r\nlines', paragraphs: [long] }, house)
  expect(subject).toBe('Two lines')
  const lines = text.split('\n')
  expect(lines.filter((line) => line.length > 72)).toEqual([])
  expect(lines).toContain(button.url)
  expect(lines).toContain('    012345')
})
