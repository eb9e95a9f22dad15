import type { EmailContent } from './email-content.ts'
import { renderHtml } from './render-html.ts'
import { renderText, type EmailBranding } from './render-text.ts'

interface RenderedEmail {
  to: string
  subject: string
  text: string
  html: string
}

/**
 * Renders plain text and HTML.
 * @throws Error where the button's URL is not on our own origin: prevents phishing links in our name
 */
export function renderEmail(content: EmailContent, branding: EmailBranding): RenderedEmail {
  if (content.button && URL.parse(content.button.url)?.origin !== new URL(branding.publicUrl).origin) {
    throw new Error('The button of an e-mail must link to our own origin')
  }
  const { to } = content
  return {
    to,
    subject: oneLine(content.subject),
    text: renderText(content, branding),
    html: renderHtml(content, branding),
  }
}

/** Prevents header injection by line breaks. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
