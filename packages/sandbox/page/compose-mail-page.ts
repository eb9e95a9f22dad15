import { html } from 'hono/html'
import type { MicrosoftSandbox } from '../microsoft/state.ts'
import { deliver, type NewAttachment } from '../microsoft/deliver-message.ts'
import type { Mailbox, Message } from '../microsoft/model.ts'
import { addressRefusal } from '../smtp/validate-address.ts'
import { fileSize } from './format-page-values.ts'
import type { Html } from '../kit/page-frame.ts'
import { layout } from './page-layout.ts'
import { mailboxPath } from './page-links.ts'

export const MAX_FILE_BYTES = 25 * 2 ** 20

type ComposedMail = { name: string; address: string; subject: string; text: string; files: File[] }
type ComposeProblems = { address?: string; files?: string }

export function emptyMail(): ComposedMail {
  return { name: '', address: '', subject: '', text: '', files: [] }
}

type Fields = Record<string, string | File | (string | File)[]>

export function readComposedMail(fields: Fields): ComposedMail {
  const files = [fields.files ?? []].flat().filter((file) => file instanceof File)
  return {
    name: line(fields.name),
    address: line(fields.address),
    subject: line(fields.subject),
    text: (typeof fields.text === 'string' ? fields.text : '').replaceAll('\r\n', '\n'),
    // An empty file field submits one file without a name.
    files: files.filter(({ name, size }) => name !== '' || size > 0),
  }
}

function line(value: Fields[string] | undefined): string {
  return (typeof value === 'string' ? value : '').replaceAll(/[\r\n]+/g, ' ').trim()
}

export function composeProblems({ address, files }: ComposedMail): ComposeProblems {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return {
    ...(address === '' && { address: 'Enter the address it comes from.' }),
    ...(address !== '' && addressRefusal(address) !== null && { address: 'This is not an email address.' }),
    ...(size > MAX_FILE_BYTES && { files: `The files are larger than ${fileSize(MAX_FILE_BYTES)} together.` }),
  }
}

export async function deliverComposedMail(
  sandbox: MicrosoftSandbox,
  mailbox: Mailbox,
  mail: ComposedMail,
): Promise<Message> {
  const { email, displayName } = mailbox.account
  const attachments = await Promise.all(mail.files.map(attachmentOf))
  return deliver(sandbox.outlook, email, {
    subject: mail.subject === '' ? null : mail.subject,
    from: { emailAddress: { name: mail.name || mail.address, address: mail.address } },
    toRecipients: [{ emailAddress: { name: displayName, address: email } }],
    body: { contentType: 'text', content: mail.text },
    attachments,
  })
}

async function attachmentOf(file: File): Promise<NewAttachment> {
  return { name: file.name, contentType: file.type || 'application/octet-stream', bytes: await file.bytes() }
}

export function composePage(mailbox: Mailbox, mail: ComposedMail, problems: ComposeProblems = {}): Html {
  const { email } = mailbox.account
  const wrong = Object.values(problems).length > 0
  return layout({
    title: `${wrong ? 'Problem: ' : ''}Write a mail to ${email}`,
    section: 'mailboxes',
    content: html`<p class="crumbs"><a href="/">Mailboxes</a> / <a href="${mailboxPath(email)}">${email}</a></p>
<h1>Write a mail into this mailbox</h1>
<p class="lead">It arrives in the inbox immediately, as if someone unknown had sent it.</p>
<form class="compose" method="post" action="${mailboxPath(email)}/new" enctype="multipart/form-data" novalidate>
<div class="two"><p><label for="name">From, name</label><input id="name" name="name" value="${
      mail.name
    }" autocomplete="off" dir="auto"></p>
<p><label for="address">From, address</label><input id="address" name="address" type="email" required value="${
      mail.address
    }" autocomplete="off" aria-describedby="${
      problems.address === undefined ? 'address-hint' : 'address-problem'
    }"${problems.address === undefined ? '' : html` aria-invalid="true" autofocus`}>
${
  problems.address === undefined
    ? html`<span class="hint" id="address-hint">Any address, for example someone@elsewhere.example</span>`
    : html`<span class="problem" id="address-problem">${problems.address}</span>`
}</p></div>
<p><label for="subject">Subject</label><input id="subject" name="subject" value="${
      mail.subject
    }" autocomplete="off" dir="auto"></p>
<p><label for="text">Text</label><textarea id="text" name="text" rows="12" dir="auto">
${mail.text}</textarea></p>
<p><label for="files">Attachments</label><input id="files" name="files" type="file" multiple${
      problems.files === undefined ? '' : html` aria-invalid="true" aria-describedby="files-problem"`
    }>
${problems.files === undefined ? '' : html`<span class="problem" id="files-problem">${problems.files}</span>`}</p>
<p class="acts"><button class="button main">Deliver</button> <a class="button" href="${mailboxPath(
      email,
    )}">Cancel</a></p>
</form>`,
  })
}
