import { expect, test } from 'vitest'
import { createWorld } from '../kit/create-world.ts'
import { findFolder } from '../microsoft/find-folder.ts'
import { mailboxOf } from '../microsoft/outlook.ts'
import { DEMO_EMAIL, nextDemoMail, seedDemo, seedMailbox } from './demo.ts'
import { folderPaths } from './folders.ts'
import { arrivingMails, filedMails } from './mails.ts'
import { OFFICE_EMAIL } from './office-mailbox.ts'

test('the demo mailbox holds every filed mail in its folder, newest first, and nothing in the inbox', () => {
  const world = createWorld({ demo: true })
  seedDemo(world)
  const mailbox = mailboxOf(world.outlook, DEMO_EMAIL)
  for (const { path } of folderPaths()) {
    const folder = findFolder(mailbox, path)
    const expected = filedMails.filter((mail) => mail.folder === path).length
    expect([path, folder?.messages.size]).toEqual([path, expected])
    const dates = [...(folder?.messages ?? [])].map((message) => message.receivedDateTime)
    expect(dates).toEqual(dates.toSorted().toReversed())
  }
  expect(findFolder(mailbox, 'inbox')?.messages.size).toBe(0)
})

test('a stranger gets the same mail, addressed to them', () => {
  const world = createWorld({ demo: true })
  seedMailbox(world, 'Kim@Elsewhere.example')
  const mailbox = mailboxOf(world.outlook, 'kim@elsewhere.example')
  expect(mailbox.messages.size).toBe(filedMails.length)
  const addresses = [...mailbox.messages.values()].flatMap((message) =>
    message.toRecipients.map((to) => to.emailAddress.address),
  )
  expect(addresses).toContain('Kim@Elsewhere.example')
  expect(addresses).not.toContain(DEMO_EMAIL)
  seedMailbox(world, 'kim@elsewhere.example')
  expect(mailbox.messages.size).toBe(filedMails.length)
})

test('mail arrives one by one, goes round, and no message id comes twice', () => {
  const world = createWorld({ demo: true })
  seedMailbox(world, DEMO_EMAIL)
  const rounds = arrivingMails.length * 2 + 1
  for (let turn = 0; turn < rounds; turn++) nextDemoMail(world)
  const inbox = [...(findFolder(mailboxOf(world.outlook, DEMO_EMAIL), 'inbox')?.messages ?? [])]
  expect(inbox.length).toBe(rounds)
  expect(new Set(inbox.map((message) => message.internetMessageId)).size).toBe(rounds)
  expect(inbox.every((message) => !message.isRead)).toBe(true)
  expect(new Set(inbox.map((message) => message.subject)).size).toBeGreaterThan(55)
})

test('each mail comes once to a mailbox that a stranger made', () => {
  const world = createWorld({ demo: true })
  seedMailbox(world, 'kim@elsewhere.example')
  for (let turn = 0; turn < arrivingMails.length * 2; turn++) nextDemoMail(world, 'kim@elsewhere.example')
  const inbox = findFolder(mailboxOf(world.outlook, 'kim@elsewhere.example'), 'inbox')
  expect(inbox?.messages.size).toBe(arrivingMails.length)
})

test('next mail for an address without a mailbox does nothing', () => {
  const world = createWorld({ demo: true })
  nextDemoMail(world, 'nobody@elsewhere.example')
  expect(world.outlook.mailboxes.size).toBe(0)
})

test('the world has the accounts that a product must be able to meet', () => {
  const world = createWorld({ demo: true })
  seedDemo(world)
  const mailboxes = [...world.outlook.mailboxes.values()]
  const kinds = new Set(mailboxes.map(({ account }) => account.kind))
  for (const kind of ['work', 'personal', 'inactive', 'soft-deleted', 'on-premise', 'guest'])
    expect(kinds).toContain(kind)
  expect(mailboxes.some(({ account }) => account.disabled)).toBe(true)
  expect(mailboxes.some(({ account }) => account.mail === null)).toBe(true)
  expect(mailboxes.some(({ full }) => full)).toBe(true)
  expect([...world.entra.tenants.values()].some((tenant) => tenant.userConsentForbidden)).toBe(true)
})

test('Robin keeps files of their own in Google Drive', () => {
  const world = createWorld({ demo: true })
  seedDemo(world)
  const files = [...world.google.drives.values()].flatMap((drive) => [...drive.files.values()])
  expect(files.length).toBeGreaterThan(4)
  expect(files.every(({ madeBy }) => madeBy === null)).toBe(true)
})

test('the office mailbox is as full and as odd as one finds them', () => {
  const world = createWorld({ demo: true })
  seedDemo(world)
  const mailbox = mailboxOf(world.outlook, OFFICE_EMAIL)
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
