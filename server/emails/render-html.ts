import { html } from 'hono/html'
import type { EmailContent, EmailSection } from './email-content.ts'
import { darkStyle, styles } from './html-style.ts'
import { emailTexts } from './email-texts.ts'
import { codeLabel, type EmailBranding } from './render-text.ts'

type Html = ReturnType<typeof html>

/**
 * Tables and inline styles, since Outlook renders with Word's engine and other clients drop style sheets; loads no
 * remote resources. Webmail drops `html` and `body`, and is a document with a main landmark: hence the article with the
 * language. `html` escapes all values. Widths: a table that only Outlook reads, `max-width` for other clients, and
 * without style sheets all of a screen of 320 pixels.
 */
export function renderHtml(content: EmailContent, branding: EmailBranding): string {
  const { productName, publicUrl, supportEmail } = branding
  const texts = emailTexts(branding, content.language)
  const { to, language, subject, heading, paragraphs, sections = [], button, code, footnote, footnoteLink } = content
  const [preheader = ''] = paragraphs
  const buttonHtml = button ? buttonOf(button) : ''
  const codeHtml = code ? codeOf(code, codeLabel(texts, content)) : ''
  const linkHtml = footnoteLink ? footnoteLinkOf(footnoteLink) : ''
  const document = html`<!doctype html>
<html lang="${language}" dir="ltr">
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
<div role="article" aria-roledescription="email" lang="${language}" dir="ltr">
<table role="presentation" class="canvas" width="100%" cellspacing="0" cellpadding="0" border="0"
 style="${styles.canvas}">
<tr><td align="center" style="${styles.outer}">
<!--[if mso]><table role="presentation" width="560" cellspacing="0" cellpadding="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="${styles.column}">
<tr><td class="ink" style="${styles.brand}">${productName}</td></tr>
<tr><td>${stripes}</td></tr>
<tr><td class="card" style="${styles.card}">
<h1 class="ink" style="${styles.heading}">${heading}</h1>
${paragraphs.map((text) => html`<p class="ink" style="${styles.paragraph}">${text}</p>\n`)}
${sections.map(sectionOf)}${buttonHtml}${codeHtml}
<p class="quiet line" style="${styles.footnote}">${footnote}${linkHtml}</p>
</td></tr>
<tr><td class="quiet" style="${styles.footer}">${texts.t('{product} sent this email to {to}.', { to })}<br>
<a class="quiet" href="${publicUrl}" style="${styles.footerLink}">${publicUrl.replace(/^https?:\/\//, '')}</a>${
    supportEmail === '' ? '' : supportLink(supportEmail)
  }</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</div>
</body>
</html>
`
  if (document instanceof Promise) throw new Error('Email templates must not contain promises')
  return document.toString()
}

/** The airmail edge of the page, from red to blue, as cells: Outlook and others show no gradients. */
const stripes: Html = html`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0"
 style="${styles.stripes}"><tr>${Array.from({ length: 23 }, (_, index) => stripeOf(index))}</tr></table>`

function stripeOf(index: number): Html {
  const colour = styles.stripeColours[index % styles.stripeColours.length]
  return html`<td height="6" bgcolor="${colour}" style="${styles.stripe};background-color:${colour}">&nbsp;</td>`
}

/** A table where lines have values, else a list. `dir` keeps right-to-left script from reordering what is around it. */
const sectionOf = ({ heading, lines }: EmailSection): Html =>
  html`<h2 class="ink" style="${styles.sectionHeading}">${heading}</h2>
${
  lines.some(({ value }) => value !== undefined)
    ? html`<table width="100%" cellspacing="0" cellpadding="0" border="0" style="${styles.sectionTable}">
${lines.map(rowOf)}</table>`
    : html`<ul style="${styles.sectionList}">
${lines.map((line) => html`<li class="ink line" style="${styles.sectionText}">${lineOf(line)}</li>\n`)}</ul>`
}
`

type Line = EmailSection['lines'][number]

const rowOf = (line: Line): Html =>
  html`<tr><th class="ink line" scope="row" align="left" style="${styles.sectionText}">${lineOf(line)}</th>
<td class="quiet line" align="right" style="${styles.sectionValue}">${line.value ?? ''}</td></tr>
`

const lineOf = ({ text, detail, link }: Line): Html =>
  html`<span dir="auto">${text}</span>${detail ? detailOf(detail) : ''}${link ? lineLinkOf(link) : ''}`

const detailOf = (detail: string): Html => html`<div class="quiet" style="${styles.sectionDetail}">${detail}</div>`

const lineLinkOf = ({ label, url }: NonNullable<Line['link']>): Html =>
  html`<div><a class="link" href="${url}" style="${styles.sectionLink}">${label}</a></div>`

const footnoteLinkOf = ({ label, url }: NonNullable<EmailContent['footnoteLink']>): Html =>
  html`<br><a class="quiet" href="${url}" style="${styles.footerLink}">${label}</a>`

/** A coloured cell filled by a link; Outlook takes the cell's padding from `mso-padding-alt`. */
const buttonOf = ({ label, url }: NonNullable<EmailContent['button']>): Html =>
  html`<table role="presentation" cellspacing="0" cellpadding="0" border="0" style="${styles.buttonTable}">
<tr><td class="button" align="center" style="${styles.buttonCell}"><a class="on-button"
 href="${url}" style="${styles.buttonLink}">${label}</a></td></tr>
</table>
`

/** Letter spacing instead of spaces, so that a copied code contains digits only. */
const codeOf = (code: string, label: string): Html =>
  html`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="${styles.codeTable}">
<tr><td class="sunken quiet" align="center" style="${styles.codeLabel}">${label}</td></tr>
<tr><td class="sunken ink" align="center" style="${styles.code}">${code}</td></tr>
</table>`

const supportLink = (address: string) => html` &middot;
<a class="quiet" href="mailto:${address}" style="${styles.footerLink}">${address}</a>`
