import type { EmailContent, EmailSection } from './email-content.ts'
import type { Config } from '../config.ts'
import type { ServerTexts } from '../texts/server-texts.ts'
import { emailTexts } from './email-texts.ts'

export type EmailBranding = Pick<Config, 'productName' | 'publicUrl' | 'supportEmail'>

export const codeLabel = ({ t }: ServerTexts, { button }: EmailContent): string =>
  button ? t('Or type this code:') : t('Your code:')

/** Characters per line; RFC 5322 section 2.1.1 recommends at most 78. */
const width = 72

export function renderText(content: EmailContent, branding: EmailBranding): string {
  const texts = emailTexts(branding, content.language)
  const { to, heading, paragraphs, sections = [], button, code, footnote, footnoteLink } = content
  const parts = [wrap(heading), ...paragraphs.map(wrap), ...sections.map(sectionOf)]
  // URL and code on unbroken lines of their own: clients detect the link, users copy the code.
  if (button) parts.push(`${button.label}:\n${button.url}`)
  if (code) parts.push(`${codeLabel(texts, content)}\n\n    ${code}`)
  parts.push(wrap(footnote))
  if (footnoteLink) parts.push(`${footnoteLink.label}:\n${footnoteLink.url}`)
  const sender = wrap(texts.t('{product} sent this email to {to}.', { to }))
  parts.push(['-- ', sender, branding.publicUrl, branding.supportEmail].join('\n').trimEnd())
  return `${parts.join('\n\n')}\n`
}

const sectionOf = ({ heading, lines }: EmailSection): string => {
  const items = lines.map(({ text, detail, value, link }) => {
    const line = `${text}${value === undefined ? '' : `: ${value}`}${detail === undefined ? '' : ` (${detail})`}`
    return link ? `${wrap(line)}\n${link.label}:\n${link.url}` : wrap(line)
  })
  return [wrap(heading), ...items.map((item) => `- ${item.replaceAll('\n', '\n  ')}`)].join('\n')
}

function wrap(text: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line && line.length + word.length >= width) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line].join('\n')
}
