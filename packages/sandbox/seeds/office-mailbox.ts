import type { MicrosoftSandbox } from '../microsoft/state.ts'
import { createMailbox } from '../microsoft/create-mailbox.ts'
import { deliver, type NewMessage } from '../microsoft/deliver-message.ts'
import { findFolder } from '../microsoft/find-folder.ts'
import type { FolderSeed } from '../microsoft/folders.ts'

export const OFFICE_EMAIL = 'office@tidewell.example'

const INBOX_SIZE = 1200
const MINUTE = 60_000

/** Folder names of real users that break code tested only with "Invoices" and "Family". */
const awkwardFolders: FolderSeed[] = [
  { displayName: 'In / Out' },
  { displayName: 'Siobhan\'s "special" cases' },
  { displayName: 'Καλημέρα' },
  { displayName: '発注書' },
  { displayName: 'עברית' },
  { displayName: '100% done?' },
  { displayName: ' spaces around ' },
  { displayName: 'Rechnungen & Mahnungen <alt>' },
  { displayName: 'Hidden drafts of a plan', isHidden: true },
  { displayName: 'Unread by me', searchQuery: 'isRead:false' },
  {
    displayName: 'Countries',
    children: [
      { displayName: 'Belgium', children: [{ displayName: 'Ghent', children: [{ displayName: 'Docks' }] }] },
      { displayName: 'France', children: [{ displayName: 'Metz-le-Lac' }] },
    ],
  },
  ...Array.from({ length: 30 }, (_, index) => ({ displayName: `Year ${2025 - index}` })),
]

/** A shared office mailbox: many folders, German default names, and a very full inbox. */
export function seedOfficeMailbox(sandbox: MicrosoftSandbox): void {
  const mailbox = createMailbox(sandbox.outlook, {
    email: OFFICE_EMAIL,
    displayName: 'Office, shared',
    language: 'de',
    folders: awkwardFolders,
  })
  const year = findFolder(mailbox, 'Year 2025')
  if (year) mailbox.rules.push({ subjectContains: 'door report', folderId: year.id, afterMs: 1000 })
  const start = sandbox.clock.now()
  for (let back = INBOX_SIZE; back > 0; back--) {
    deliver(sandbox.outlook, OFFICE_EMAIL, {
      ...deskNotice(back),
      receivedDateTime: sandbox.clock.iso(start - back * 95 * MINUTE),
    })
  }
  for (const odd of edgeCaseMails()) deliver(sandbox.outlook, OFFICE_EMAIL, odd)
}

const things = [
  'The gate',
  'Meeting room 2',
  'The coffee machine',
  'Van 1',
  'The franking machine',
  'A parcel',
  'The lift',
]
const states = [
  'is free again',
  'was left open',
  'needs a new filter',
  'waits at the desk',
  'makes the noise again',
  'is booked',
]

function deskNotice(number: number): NewMessage {
  const thing = things[number % things.length] ?? 'It'
  const state = states[Math.floor(number / 3) % states.length] ?? 'is there'
  return {
    subject: `${thing} ${state} (${number})`,
    from: { emailAddress: { name: 'Front desk', address: 'desk@tidewell.example' } },
    toRecipients: [{ emailAddress: { name: 'Office', address: OFFICE_EMAIL } }],
    body: { contentType: 'text', content: `${thing} ${state}. Entry ${number} in the book at the desk.` },
    isRead: number > 40,
  }
}

/** Mail at Graph's limits. */
function edgeCaseMails(): NewMessage[] {
  const from = { emailAddress: { name: 'Front desk', address: 'desk@tidewell.example' } }
  const everybody = Array.from({ length: 500 }, (_, index) => ({
    emailAddress: { name: `Guest ${index + 1}`, address: `guest${index + 1}@openday.example` },
  }))
  const rows = Array.from(
    { length: 24_000 },
    (_, index) => `<tr><td>${index}</td><td>door ${index % 40} opened, door closed</td></tr>`,
  )
  return [
    {
      subject: 'Open day: everybody in one mail, by mistake',
      from,
      toRecipients: everybody,
      body: { contentType: 'text', content: 'Sorry.' },
    },
    { subject: 'Weekly door report', from, body: { contentType: 'html', content: `<table>${rows.join('')}</table>` } },
    {
      subject: 'Invitation: open day, who stands where',
      from,
      odataType: '#microsoft.graph.eventMessageRequest',
      body: { contentType: 'text', content: 'When: Friday, 09:00 to 09:30\nWhere: yard' },
    },
    { subject: null, from: null, body: { contentType: 'text', content: '' } },
    {
      subject: 'The film of the open day, uncut',
      from,
      body: { contentType: 'text', content: 'Forty megabytes of people eating cake.' },
      attachments: [{ name: 'open-day.mov', contentType: 'video/quicktime', bytes: new Uint8Array(40 * 2 ** 20) }],
    },
  ]
}
