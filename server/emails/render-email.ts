import type { Language } from '../../contract/languages.ts'
import type { EmailContent } from './email-content.ts'
import { renderHtml } from './render-html.ts'
import { renderText, type EmailBranding } from './render-text.ts'

interface RenderedEmail {
  to: string
  language: Language
  subject: string
  text: string
  html: string
  unsubscribeUrl?: string
}

/**
 * Renders plain text and HTML.
 * @throws Error where a URL is not on our own origin: prevents phishing links in our name
 */
export function renderEmail(content: EmailContent, branding: EmailBranding): RenderedEmail {
  const { to, language, sections = [], button, footnoteLink, unsubscribeUrl } = content
  const links = sections.flatMap(({ lines }) => lines.map(({ link }) => link))
  for (const url of [...[...links, button, footnoteLink].map((link) => link?.url), unsubscribeUrl])
    if (url !== undefined && URL.parse(url)?.origin !== new URL(branding.publicUrl).origin)
      throw new Error('An email must link to our own origin only')
  return {
    to,
    language,
    subject: oneLine(content.subject),
    text: renderText(content, branding),
    html: renderHtml(content, branding),
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
  }
}

/** Prevents header injection by line breaks. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
