import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EmailContent } from './email-content.ts'
import { emailTexts } from './email-texts.ts'
import { renderEmail } from './render-email.ts'
import { anyCharacter, anyUrl } from '../../test/kit/any-character.ts'

const ownOrigin = 'https://mail.example.com'
const branding = { productName: 'Mailroom', publicUrl: ownOrigin, supportEmail: 'help@example.com' }
const linkUrl = `${ownOrigin}/api/file?token=abc`
const button = { label: 'Continue', url: 'https://mail.example.com/auth/v1/verify?token=abc&type=signup' }
const plain: EmailContent = {
  to: 'ada@example.com',
  language: 'en',
  subject: 'Hello',
  heading: 'Hello',
  paragraphs: ['One', 'Two'],
  sections: [
    { heading: 'Folders', lines: [{ text: 'Invoices', detail: 'Work', value: '12' }, { text: 'Travel' }] },
    { heading: 'Waiting', lines: [{ text: 'Lunch', link: { label: 'File it', url: linkUrl } }] },
  ],
  button,
  code: '012345',
  footnote: 'Not you?',
  footnoteLink: { label: 'End it', url: 'https://mail.example.com/api/end?token=abc&x=1' },
}

const tagsOf = (html: string): string[] => html.match(/<[^>]*>/g) ?? []
const textsOf = (html: string): string => unescape(html.replace(/<style>[^]*?<\/style>/, '').replace(/<[^>]*>/g, '\n'))
const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const unescape = (text: string): string => text.replace(/&(amp|lt|gt|quot|#39);/g, (sign) => signs[sign] ?? sign)

const hostile = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
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
    section: fc.tuple(hostile, hostile.filter(Boolean), hostile, hostile, hostile),
    code: fc.stringMatching(/^\d{6}$/),
    label: hostile,
  })
  fc.assert(
    fc.property(content, ({ label, section, ...generated }) => {
      const [heading, detail, text, value, other] = section
      const sections = [
        { heading, lines: [{ text, detail, value }, { text: other }] },
        { heading: text, lines: [{ text: other, link: { label: value, url: linkUrl } }] },
      ]
      const { html } = renderEmail({ ...plain, ...generated, sections, button: { ...button, label } }, branding)
      expect(tagsOf(html)).toEqual(tagsOf(renderEmail(plain, branding).html))
      const texts = textsOf(html)
      for (const each of [generated.heading, ...generated.paragraphs, ...section, generated.footnote, label])
        expect(texts).toContain(each)
    }),
  )
})

test('escapes the product name and our addresses', () => {
  const { html } = renderEmail(plain, { ...branding, productName: 'Bob & "Sons" <Ltd>' })
  expect(tagsOf(html)).toEqual(tagsOf(renderEmail(plain, branding).html))
})

test('refuses a link to another origin', () => {
  const renders = (change: Partial<EmailContent>): boolean => {
    try {
      renderEmail({ ...plain, ...change }, branding)
      return true
    } catch {
      return false
    }
  }
  const allowed = (url: string): boolean => {
    const link = { label: 'Open it', url }
    const sections = [{ heading: 'Waiting', lines: [{ text: 'Lunch', link }] }]
    const links = [{ button: link }, { footnoteLink: link }, { sections }]
    const [first = false, ...others] = [...links, { unsubscribeUrl: url }].map(renders)
    expect(others).toEqual([first, first, first])
    return first
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
    fc.property(anyUrl, (url) => {
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
  expect(links).toEqual([
    linkUrl,
    button.url,
    plain.footnoteLink?.url,
    branding.publicUrl,
    `mailto:${branding.supportEmail}`,
  ])
  expect(html).toMatch(/^<!doctype html>\n<html lang="en"/)
})

test('names the person who runs the server where the operator has set no address', () => {
  const anonymous = { ...branding, supportEmail: '' }
  const { html, text } = renderEmail(plain, anonymous)
  expect(html).not.toContain('mailto:')
  expect(text).toMatch(/^-- \n.*\nhttps?:\/\/\S+\n$/m)
  const german = emailTexts(anonymous, 'de').t('If it was not you, write to {support}.')
  expect(german).toContain('schreiben Sie an die Person, die Mailroom betreibt.')
})

test('is as wide as the screen where style sheets are dropped; only Outlook reads a width', () => {
  const { html } = renderEmail(plain, branding)
  const outlook = /<!--\[if mso\]>.*?<!\[endif\]-->/g
  expect(html.match(outlook)).toEqual([expect.stringContaining('width="560"'), expect.stringContaining('</table>')])
  expect(html.replaceAll(outlook, '')).not.toMatch(/width="\d+"/)
})

test('frames an email in its language', () => {
  const { html, text } = renderEmail({ ...plain, language: 'de' }, branding)
  expect(html.match(/lang="\w+"/g)).toEqual(['lang="de"', 'lang="de"'])
  for (const framed of [html, text]) {
    expect(framed).toContain('Mailroom hat diese E-Mail an ada@example.com gesendet.')
    expect(framed).toContain('Oder geben Sie diesen Code ein:')
  }
})

test('removes line breaks from the subject and wraps the plain text', () => {
  const long = 'Many words that go on and on, '.repeat(20)
  const { subject, text } = renderEmail({ ...plain, subject: 'Two\r\nlines', paragraphs: [long] }, branding)
  expect(subject).toBe('Two lines')
  const lines = text.split('\n')
  expect(lines.filter((line) => line.length > 72)).toEqual([])
  expect(lines).toContain(button.url)
  expect(lines).toContain('    012345')
  expect(text).toContain('\nFolders\n- Invoices: 12 (Work)\n- Travel\n')
  expect(text).toContain(`\nWaiting\n- Lunch\n  File it:\n  ${linkUrl}\n`)
  expect(text).toContain(`\nEnd it:\n${plain.footnoteLink?.url}\n`)
})
