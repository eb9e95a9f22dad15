import assert from 'node:assert/strict'
import { DriveError, htmlToText, readMime, readParts } from '../../packages/sandbox/testing/parsers.ts'
import { createModel, listIdOf, rank, securityFinding, wordsOf } from '../../packages/classifier/classifier.ts'
import { conditionValue, ConditionKind } from '../../contract/functions/folder-conditions.ts'
import { exactAddress } from '../../contract/address.ts'
import { ForwardAddress } from '../../contract/functions/forward-addresses.ts'
import { findFieldsInText } from '../../server/actions/agent/find-fields-in-text.ts'
import { detectLanguage } from '../../server/actions/draft-reply/detect-language.ts'
import { insertTextIntoHtml } from '../../server/actions/draft-reply/insert-text-into-html.ts'
import { sanitizeModelReply } from '../../server/actions/draft-reply/sanitize-model-reply.ts'
import { fileNameMaxLength, sanitizeFileName } from '../../server/actions/store-attachments/sanitize-file-name.ts'
import { normalizeEmail } from '../../server/auth/protocol/normalize-email.ts'
import { toMailToSort } from '../../server/sorting/messages/mail-to-sort.ts'
import { cleanLine } from '../../contract/clean-text.ts'
import { MessageResponse } from '../../server/vendors/graph/graph-message.ts'
import { serverOfRecords } from '../../server/vendors/imap/mail-dns.ts'
import { parseAutoconfig } from '../../server/vendors/imap/parse-autoconfig.ts'
import type { Message } from '../../server/vendors/mailbox/message.ts'
import { htmlBodyToText } from '../../server/vendors/mailbox/html-body-to-text.ts'
import type { FuzzTarget } from './fuzz-target.ts'

const html: FuzzTarget = {
  name: 'html',
  tokens: [
    '<div>',
    '</div>',
    '<p style="',
    'display:none',
    'color:#fff;',
    'font-size:0;',
    '">',
    '<style>',
    '</style>',
    '.a{',
    '}',
    '.a .b>.c~.d+',
    '@media(',
    ':not(',
    ')',
    '*',
    '<!--',
    '-->',
    '<table>',
    '<td>',
    '<select>',
    '<svg>',
    '<a href=x class=a>',
    '&',
    '&amp;',
    '&#x',
    ';',
    '<![CDATA[',
    '<template>',
    'word ',
    '\n',
    '<b ',
    'a=b ',
    '"',
    "'",
  ],
  run(input) {
    const text = htmlBodyToText({ contentType: 'html', content: input })
    assert.equal(text, text.trim())
    assert.ok(insertTextIntoHtml(input, 'A reply.').includes('A reply.'))
  },
}

const fields = ['order number', 'total', 'date']
const model = createModel()
const folders = [{ id: 'a', name: 'Invoices', instructions: 'Invoices of my suppliers' }]

/** The text in every field of a message that its sender chooses, as Graph returns it. */
export const messageWith = (input: string): Message =>
  MessageResponse.parse({
    id: 'AAMk',
    subject: input,
    from: { emailAddress: { name: input, address: input } },
    replyTo: [{ emailAddress: { name: input, address: input } }],
    receivedDateTime: '2026-06-01T08:00:00Z',
    parentFolderId: 'inbox',
    internetMessageHeaders: [
      { name: 'List-Id', value: input },
      { name: 'Auto-Submitted', value: input },
    ],
    body: { contentType: 'text', content: input },
    hasAttachments: false,
  })

/** What sorting reads of a message, from Graph's response on, and what becomes of a model's reply to it. */
export const message: FuzzTarget = {
  name: 'message',
  tokens: [
    'Order number: ',
    'Total: ',
    '1.234,56 €',
    ' ',
    '\n',
    '\t',
    '> ',
    'https://a.example/',
    '![x](',
    '[',
    '](',
    ')',
    '<',
    '>',
    '@',
    '.',
    ',',
    'Re: ',
    'ﬀ',
    '\u0301',
    '\u200b',
    '\u{e0041}',
    '\ud800',
    '“',
    '-- \n',
    'http://',
    'a',
    '1',
    '-',
    '_',
    '*',
    '|',
    ':',
    ';',
  ],
  run(input) {
    const response = messageWith(input)
    const mail = toMailToSort(response)
    rank(model, mail, folders)
    securityFinding(mail)
    listIdOf({ 'list-id': input })
    wordsOf(response.text)
    detectLanguage(response.text)
    findFieldsInText(response.text, fields)
    const reply = sanitizeModelReply(input, response.text)
    assert.ok(!/!\[[^\]\n]*\]\([^)\s]/.test(reply))
    assert.ok(!/[\r\n]/.test(cleanLine(input, 200)))
  },
}

/** Graph parses mail for the server; the sandbox parses what its control API and its mail server receive. */
const mime: FuzzTarget = {
  name: 'mime',
  tokens: [
    'Content-Type: multipart/mixed; boundary=b\r\n',
    '\r\n',
    '--b\r\n',
    '--b--\r\n',
    'Content-Type: text/html\r\n',
    '<style>',
    '<!--',
    '<b',
    'To: ',
    'Content-Transfer-Encoding: base64\r\n',
    'Content-Transfer-Encoding: quoted-printable\r\n',
    '=\r\n',
    '=3D',
    'QUJD',
    'Subject: =?utf-8?B?',
    '?=',
    'From: "a" <a@b.example>, ',
    ' ',
    '\t',
    '(',
    ')',
    '<',
    '>',
    ';',
    "name*0*=utf-8''",
    '%e2',
    'Content-Type: message/rfc822\r\n',
    '\r',
    '\n',
    '\0',
    ',',
    ':',
    '@',
  ],
  async run(input) {
    const { body } = await readMime(Buffer.from(input, 'latin1'))
    if (body?.contentType === 'html') htmlToText(body.content)
  },
}

const multipart: FuzzTarget = {
  name: 'multipart',
  tokens: [
    '--b',
    '--b--',
    '\r\n',
    'Content-Type: application/json',
    '\r\n\r\n',
    '{}',
    'Content-Transfer-Encoding: base64',
    ' ',
    '\t',
    ':',
    'boundary="',
    ';',
    '--',
    '\n',
    '\r',
  ],
  run(input) {
    for (const type of ['multipart/related; boundary=b', input]) {
      try {
        readParts(type, Buffer.from(input, 'latin1'))
      } catch (error) {
        if (!(error instanceof DriveError)) throw error
      }
    }
  },
}

const address: FuzzTarget = {
  name: 'address',
  tokens: [
    'a',
    '@',
    '.',
    '-',
    '<',
    '>',
    '"',
    '\\',
    ' ',
    ',',
    ';',
    ':',
    '(',
    ')',
    'xn--',
    'ü',
    '｡',
    'İ',
    '\u00ad',
    '\u200d',
    '\r\n',
    '\0',
    '[',
    ']',
    '%',
    '/',
    '#',
    '1',
    '1.2.3.4',
    'example',
    '.com',
    '+',
    '=?utf-8?q?',
  ],
  run(input) {
    const exact = exactAddress(input)
    assert.equal(exactAddress(exact), exact)
    const account = normalizeEmail(input)
    if (account !== null) assert.equal(normalizeEmail(account), account)
    for (const kind of ConditionKind.options) {
      const value = conditionValue(kind, input)
      if (value !== null) assert.equal(conditionValue(kind, value), value)
    }
    const forward = ForwardAddress.safeParse(input)
    if (forward.success) assert.match(forward.data, /^[\x21-\x7e]{1,64}@[\x21-\x7e]{1,253}$/)
  },
}

const fileName: FuzzTarget = {
  name: 'file name',
  tokens: [
    '/',
    '\\',
    '..',
    '.',
    ' ',
    ':',
    '*',
    '?',
    '"',
    '<',
    '>',
    '|',
    '\0',
    '\n',
    '\u202e',
    '\u200b',
    '\u{e0041}',
    '\ud800',
    '\u0301',
    'é',
    '한',
    'con',
    'aux.',
    'com1',
    'desktop.ini',
    '_vti_',
    '~',
    'a',
    '.pdf',
    '🙂',
    '%2f',
    '．',
    '／',
  ],
  run(input) {
    const name = sanitizeFileName(input)
    assert.ok(name.length > 0 && name.length <= fileNameMaxLength)
    assert.doesNotMatch(name, /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}]|^[. ]|[. ]$|^\.\.?$/u)
    assert.equal(sanitizeFileName(name), name)
  },
}

/** The files by which domains name their mail servers, and the names in SRV records. */
const mailServers: FuzzTarget = {
  name: 'mail servers',
  tokens: [
    '<clientConfig version="1.1">',
    '</clientConfig>',
    '<emailProvider id="a">',
    '</emailProvider>',
    '<incomingServer type="imap">',
    '</incomingServer>',
    "<outgoingServer type='smtp'>",
    '</outgoingServer>',
    '<hostname>imap.',
    '</hostname>',
    '<port>993</port>',
    '<socketType>SSL</socketType>',
    '<username>%EMAILADDRESS%</username>',
    '<authentication>plain</authentication>',
    '<a/>',
    '<a>',
    '</a>',
    '<!--',
    '-->',
    '<?xml ',
    '?>',
    '<!DOCTYPE a [<!ENTITY b "c">]>',
    '<![CDATA[',
    '&amp;',
    '&b;',
    '%EMAILDOMAIN%',
    ' a="',
    '"',
    "'",
    '<',
    '>',
    '=',
    ' ',
    '.',
    '-',
  ],
  maxLength: 64 * 1024,
  run(input) {
    const email = 'ada@example.com'
    const named = parseAutoconfig(input, email)
    const records = input.split(/[<>]/).map((name, priority) => ({ name, port: 993, priority, weight: 0 }))
    for (const server of [named?.imap, named?.smtp, serverOfRecords(records, 'tls')])
      if (server) assert.match(server.host, /^[\da-f.:]+$|^[a-z\d]([a-z\d.-]*[a-z\d])?$/)
    if (named?.user) assert.doesNotMatch(named.user, /[\s\p{Cc}]/u)
  },
}

export const mailTargets: FuzzTarget[] = [html, message, mime, multipart, address, fileName, mailServers]
