import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EmailContent } from './email-content.ts'
import { renderEmail } from './render-email.ts'

const branding = { productName: 'Mailroom', publicUrl: 'https://mail.example.com', supportEmail: 'help@example.com' }
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

test('escapes all content', () => {
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
    fc.property(content, ({ label, ...generated }) => {
      const { html } = renderEmail({ ...plain, ...generated, button: { ...button, label } }, branding)
      expect(tagsOf(html)).toEqual(tagsOf(renderEmail(plain, branding).html))
      const texts = textsOf(html)
      for (const text of [generated.heading, ...generated.paragraphs, generated.footnote, label])
        expect(texts).toContain(text)
    }),
  )
})

test('escapes the product name and our addresses', () => {
  const { html } = renderEmail(plain, { ...branding, productName: 'Bob & "Sons" <Ltd>' })
  expect(tagsOf(html)).toEqual(tagsOf(renderEmail(plain, branding).html))
})

test('refuses a button that links to another origin', () => {
  const allowed = (url: string): boolean => {
    try {
      renderEmail({ ...plain, button: { label: 'Continue', url } }, branding)
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
      expect(allowed(url)).toBe(new URL(url).origin === branding.publicUrl)
    }),
  )
})

test('contains no remote resources, no scripts and only links to our own origin', () => {
  const { html } = renderEmail(plain, branding)
  expect(html).not.toMatch(
    /<(img|link|script|iframe|object|form|video)\b|@import|url\(|https?:\/\/(?!mail\.example\.com)/i,
  )
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => unescape(href))
  expect(links).toEqual([button.url, branding.publicUrl, `mailto:${branding.supportEmail}`])
  expect(html).toMatch(/^<!doctype html>\n<html lang="en"/)
})

test('removes line breaks from the subject and wraps the plain text', () => {
  const long = 'Many words that go on and on, '.repeat(20)
  const { subject, text } = renderEmail({ ...plain, subject: 'Two\r\nlines', paragraphs: [long] }, branding)
  expect(subject).toBe('Two lines')
  const lines = text.split('\n')
  expect(lines.filter((line) => line.length > 72)).toEqual([])
  expect(lines).toContain(button.url)
  expect(lines).toContain('    012345')
})
