import { expect, test } from 'vitest'
import { createSandboxState, resetSandbox } from '../sandbox-state.ts'
import { findImapMailbox } from '../imap/state.ts'
import { findFolder } from '../microsoft/find-folder.ts'
import { mailboxOf } from '../microsoft/outlook.ts'
import { owner } from './mailbox-owner.ts'
import { deliverNextImapMail } from './imap-accounts.ts'
import { DEMO_EMAIL, deliverNextDemoMail, seedDemo, seedMailbox } from './seed-demo.ts'
import { readSeedMails } from './seed-mails.ts'
import { OFFICE_EMAIL } from './office-mailbox.ts'

const seeds = await readSeedMails()
const { filed, arriving } = seeds

test('the demo mailbox holds every filed mail in its folder, newest first, and nothing in the inbox', () => {
  const sandbox = createSandboxState({ demo: true })
  seedDemo(sandbox, seeds)
  const mailbox = mailboxOf(sandbox.outlook, DEMO_EMAIL)
  for (const path of new Set(filed.map((mail) => mail.folder))) {
    const folder = findFolder(mailbox, path)
    const expected = filed.filter((mail) => mail.folder === path).length
    expect([path, folder?.messages.size]).toEqual([path, expected])
    const dates = [...(folder?.messages ?? [])].map((message) => message.receivedDateTime)
    expect(dates).toEqual(dates.toSorted().toReversed())
  }
  expect(findFolder(mailbox, 'inbox')?.messages.size).toBe(0)
})

test('another mailbox gets the same mail, addressed to its owner', () => {
  const sandbox = createSandboxState({ demo: true })
  seedMailbox(sandbox, seeds, 'Kim@Elsewhere.example')
  const mailbox = mailboxOf(sandbox.outlook, 'kim@elsewhere.example')
  expect(mailbox.messages.size).toBe(filed.length)
  const addresses = [...mailbox.messages.values()].flatMap((message) =>
    message.toRecipients.map((to) => to.emailAddress.address),
  )
  expect(addresses).toContain('Kim@Elsewhere.example')
  expect(addresses).not.toContain(DEMO_EMAIL)
  seedMailbox(sandbox, seeds, 'kim@elsewhere.example')
  expect(mailbox.messages.size).toBe(filed.length)
})

test('arriving mail repeats with unique message ids', () => {
  const sandbox = createSandboxState({ demo: true })
  seedMailbox(sandbox, seeds, DEMO_EMAIL)
  const rounds = arriving.length * 2 + 1
  for (let turn = 0; turn < rounds; turn++) deliverNextDemoMail(sandbox, seeds)
  const inbox = [...(findFolder(mailboxOf(sandbox.outlook, DEMO_EMAIL), 'inbox')?.messages ?? [])]
  expect(inbox.length).toBe(rounds)
  expect(new Set(inbox.map((message) => message.internetMessageId)).size).toBe(rounds)
  expect(inbox.every((message) => !message.isRead)).toBe(true)
  expect(new Set(inbox.map((message) => message.subject)).size).toBeGreaterThan(55)
})

test('another mailbox gets each arriving mail once', () => {
  const sandbox = createSandboxState({ demo: true })
  seedMailbox(sandbox, seeds, 'kim@elsewhere.example')
  for (let turn = 0; turn < arriving.length * 2; turn++) deliverNextDemoMail(sandbox, seeds, 'kim@elsewhere.example')
  const inbox = findFolder(mailboxOf(sandbox.outlook, 'kim@elsewhere.example'), 'inbox')
  expect(inbox?.messages.size).toBe(arriving.length)
})

test('next mail for an address without a mailbox does nothing', () => {
  const sandbox = createSandboxState({ demo: true })
  deliverNextDemoMail(sandbox, seeds, 'nobody@elsewhere.example')
  expect(sandbox.outlook.mailboxes.size).toBe(0)
})

test('the demo has an account of each kind', () => {
  const sandbox = createSandboxState({ demo: true })
  seedDemo(sandbox, seeds)
  const mailboxes = [...sandbox.outlook.mailboxes.values()]
  const kinds = new Set(mailboxes.map(({ account }) => account.kind))
  for (const kind of ['work', 'personal', 'inactive', 'soft-deleted', 'on-premise', 'guest'])
    expect(kinds).toContain(kind)
  expect(mailboxes.some(({ account }) => account.disabled)).toBe(true)
  expect(mailboxes.some(({ account }) => account.mail === null)).toBe(true)
  expect(mailboxes.some(({ full }) => full)).toBe(true)
  expect([...sandbox.entra.tenants.values()].some((tenant) => tenant.userConsentForbidden)).toBe(true)
})

test('the owner has files in Google Drive', () => {
  const sandbox = createSandboxState({ demo: true })
  seedDemo(sandbox, seeds)
  const files = [...sandbox.google.drives.values()].flatMap((drive) => [...drive.files.values()])
  expect(files.length).toBeGreaterThan(4)
  expect(files.every(({ madeBy }) => madeBy === null)).toBe(true)
})

test('Robin has files in OneDrive, and contacts and a deal in Teamleader; a reset takes them away', async () => {
  const sandbox = createSandboxState({ demo: true })
  seedDemo(sandbox, seeds)
  const drive = sandbox.drives.byEmail.get(owner.address)
  expect(drive?.items.size).toBeGreaterThan(3)
  const user = sandbox.teamleader.users.get(owner.address)
  expect([user?.firstName, user?.lastName]).toEqual(['Robin', 'Maes'])
  expect(user?.contacts.size).toBeGreaterThan(1)
  expect(user?.deals.size).toBe(1)
  await resetSandbox(sandbox)
  expect([sandbox.drives.byEmail.size, sandbox.teamleader.users.size]).toEqual([0, 0])
})

test('the office mailbox is full and has awkward folders', () => {
  const sandbox = createSandboxState({ demo: true })
  seedDemo(sandbox, seeds)
  const mailbox = mailboxOf(sandbox.outlook, OFFICE_EMAIL)
  const messages = [...mailbox.messages.values()]
  const folders = [...mailbox.folders.values()]
  expect(findFolder(mailbox, 'inbox')?.messages.size).toBeGreaterThanOrEqual(1200)
  expect(findFolder(mailbox, 'inbox')?.displayName).not.toBe('Inbox')
  expect(mailbox.root.children.length).toBeGreaterThanOrEqual(41)
  expect(findFolder(mailbox, 'Countries/Belgium/Ghent/Docks')).toBeDefined()
  expect(folders.some((folder) => folder.isHidden && folder.wellKnownName === null)).toBe(true)
  expect(folders.some((folder) => folder.searchQuery !== null)).toBe(true)
  expect(messages.some((message) => message.odataType !== null)).toBe(true)
  expect(messages.some((message) => message.toRecipients.length === 500)).toBe(true)
  expect(messages.some((message) => message.body.content.length > 1_000_000)).toBe(true)
  expect(messages.some((message) => message.attachments.some((file) => file.bytes.length === 40 * 2 ** 20))).toBe(true)
})

test('IMAP mailboxes have the same folders and mail, and new mail arrives in them once', () => {
  const sandbox = createSandboxState({ demo: true })
  seedDemo(sandbox, seeds)
  const mailbox = findImapMailbox(sandbox.imap, 'robin@harbour-mail.example')
  if (!mailbox) throw new Error('There is no mailbox')
  const entries = (folder: string) => mailbox.folders.get(folder)?.entries ?? []
  expect(entries('Banking')).toHaveLength(filed.filter(({ folder }) => folder === 'Banking').length)
  const [first] = entries('Banking')
  const text = Buffer.from(first?.message.raw ?? []).toString()
  expect(text).toContain(`Date: ${new Date(first?.message.internalDate ?? 0).toUTCString().slice(0, 25)}`)
  for (let count = 0; count < arriving.length + 1; count++) deliverNextImapMail(sandbox, seeds, mailbox)
  expect(entries('INBOX')).toHaveLength(arriving.length)
})
