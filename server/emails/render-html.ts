import { html } from 'hono/html'
import type { EmailContent } from './composers.ts'
import { darkStyle, styles } from './html-style.ts'
import { codeLabel, type House } from './render-text.ts'

type Html = ReturnType<typeof html>

/**
 * Tables and inline styles, since Outlook lays out with Word and others drop style sheets; nothing is fetched from anywhere. `html`
 * escapes whatever is put in. Widths: an attribute for Outlook, a greatest width for all others, so that 320 pixels are enough.
 */
export function renderHtml(content: EmailContent, { productName, publicUrl, supportEmail }: House): string {
  const { to, subject, heading, paragraphs, button, code, footnote } = content
  const [preheader = ''] = paragraphs
  const document = html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${subject}</title>
<style>${darkStyle}</style>
</head>
<body class="canvas" style="${styles.body}">
<div style="${styles.preheader}">${preheader}</div>
<table role="presentation" class="canvas" width="100%" cellspacing="0" cellpadding="0" border="0" style="${styles.canvas}">
<tr><td align="center" style="${styles.outer}">
<table role="presentation" width="560" cellspacing="0" cellpadding="0" border="0" style="${styles.column}">
<tr><td class="ink" style="${styles.brand}">${productName}</td></tr>
<tr><td class="card" style="${styles.card}">
<h1 class="ink" style="${styles.heading}">${heading}</h1>
${paragraphs.map((text) => html`<p class="ink" style="${styles.paragraph}">${text}</p>\n`)}${button ? buttonOf(button) : ''}${code ? codeOf(code, codeLabel(content)) : ''}
<p class="quiet line" style="${styles.footnote}">${footnote}</p>
</td></tr>
<tr><td class="quiet" style="${styles.footer}">${productName} wrote this to ${to}.<br>
<a class="quiet" href="${publicUrl}" style="${styles.footerLink}">${publicUrl.replace(/^https?:\/\//, '')}</a> &middot;
<a class="quiet" href="mailto:${supportEmail}" style="${styles.footerLink}">${supportEmail}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
  if (document instanceof Promise) throw new Error('Nothing in an e-mail is waited for')
  return document.toString()
}

/** A cell with a background, and a link that fills it: Outlook colours the cell and takes the room around from `mso-padding-alt`. */
const buttonOf = ({ label, url }: NonNullable<EmailContent['button']>): Html =>
  html`<table role="presentation" cellspacing="0" cellpadding="0" border="0" style="${styles.buttonTable}">
<tr><td class="button" align="center" bgcolor="${styles.accent}" style="${styles.buttonCell}"><a class="on-button" href="${url}" style="${styles.buttonLink}">${label}</a></td></tr>
</table>
`

/** Spaced by style, not by blanks, so that it is copied as it has to be typed. */
const codeOf = (code: string, label: string): Html =>
  html`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="${styles.codeTable}">
<tr><td class="sunken quiet" align="center" style="${styles.codeLabel}">${label}</td></tr>
<tr><td class="sunken ink" align="center" style="${styles.code}">${code}</td></tr>
</table>`
