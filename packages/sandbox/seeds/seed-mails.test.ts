import { expect, test } from 'vitest'
import { JsonMail } from '../microsoft/control/json-mail.ts'
import { exportSeeds } from './export-seeds.ts'
import folders from './mail/folders.json' with { type: 'json' }
import { owner } from './mailbox-owner.ts'
import { readSeedMails } from './seed-mails.ts'
import { seedMessage } from './seed-message.ts'

const { filed, arriving } = await readSeedMails()
const all = [...filed, ...arriving]
const now = new Date('2031-05-17T09:30:00Z')

type Tree = { displayName: string; instructions: string; children?: Tree[] }
const pathsOf = (tree: Tree[], above = ''): string[] =>
  tree.flatMap(({ displayName, children = [] }) => [
    above + displayName,
    ...pathsOf(children, `${above}${displayName}/`),
  ])
const paths = pathsOf(folders)

test('there are enough mails, in enough languages', () => {
  expect(filed.length).toBeGreaterThanOrEqual(300)
  expect(arriving.length).toBeGreaterThanOrEqual(60)
  for (const list of [filed, arriving]) {
    expect(new Set(list.map((mail) => mail.language)).size).toBeGreaterThanOrEqual(5)
  }
})

test('a file has the key of its message id, which is unique', () => {
  expect(new Set(all.map((mail) => mail.key)).size).toBe(all.length)
  for (const { key, message } of all) expect(message.internetMessageId).toMatch(new RegExp(`^<${key}@[\\w.-]+>$`))
})

test('every mail has an existing folder, and every folder has mail', () => {
  for (const mail of filed) expect(paths, mail.key).toContain(mail.folder)
  for (const mail of arriving) expect([...paths, 'Inbox'], mail.key).toContain(mail.folder)
  for (const path of paths) expect(filed.filter((mail) => mail.folder === path).length, path).toBeGreaterThan(4)
})

test('folders are 12 to 16, each with instructions and a name of its own', () => {
  expect(paths.length).toBeGreaterThanOrEqual(12)
  expect(paths.length).toBeLessThanOrEqual(16)
  expect(new Set(paths.map((path) => path.split('/').at(-1)?.toLowerCase())).size).toBe(paths.length)
  expect(JSON.stringify(folders).match(/"instructions":"[^"]{31,}"/g)?.length).toBe(paths.length)
})

test('addresses, links and lists use only reserved example domains', () => {
  const reserved = /(^|\.)(example|test|invalid)$|(^|\.)example\.(com|org|net)$/
  for (const mail of all) {
    const files = mail.message.attachments?.map(({ name, contentType, bytes }) =>
      contentType?.startsWith('text/') ? [name, Buffer.from(bytes).toString()] : name,
    )
    const text = JSON.stringify({ ...mail.message, attachments: files })
    const addresses = [...text.matchAll(/[\w.+-]+@([\w-]+(?:\.[\w-]+)+)/g)].map((match) => match[1] ?? '')
    const links = [...text.matchAll(/(?:https?:\/\/|www\.)([\w-]+(?:\.[\w-]+)*)/g)].map((match) => match[1] ?? '')
    for (const host of [...addresses, ...links]) expect(host, `${mail.key}: ${host}`).toMatch(reserved)
  }
})

test('no mail occurs twice', () => {
  const texts = all.map((mail) => mail.message.body?.content ?? '').filter((text) => text.length > 0)
  expect(new Set(texts).size).toBe(texts.length)
  const openings = new Map<string, number>()
  for (const text of texts) {
    const opening = text
      .replace(/<[^>]*>|\s+/g, ' ')
      .trim()
      .slice(0, 90)
    openings.set(opening, (openings.get(opening) ?? 0) + 1)
  }
  expect([...openings].filter(([, times]) => times > 2)).toEqual([])
})

test('contains the odd shapes', () => {
  const messages = filed.map(({ message }) => message)
  const files = messages.flatMap((message) => message.attachments ?? [])
  expect(messages.some((message) => message.subject === null)).toBe(true)
  expect(messages.some((message) => message.from === null)).toBe(true)
  expect(messages.some((message) => message.odataType === '#microsoft.graph.eventMessageRequest')).toBe(true)
  expect(messages.some((message) => message.body?.content === '')).toBe(true)
  expect(filed.some((mail) => mail.language === 'ar')).toBe(true)
  expect(files.some((file) => file.bytes.length === 0)).toBe(true)
  expect(files.some((file) => file.type === 'item')).toBe(true)
  expect(files.some((file) => file.name.length === 255)).toBe(true)
  expect(files.some((file) => file.isInline && file.contentId)).toBe(true)
})

test('filed mail is always in the past and mail that arrives has no date of its own', async () => {
  const seeds = await exportSeeds(now)
  for (const { key, message } of seeds.filed) {
    expect(new Date(message.receivedDateTime ?? 'never').getTime(), key).toBeLessThan(now.getTime())
    expect(message.receivedDateTime).toMatch(/:\d\dZ$/)
  }
  expect(seeds.arriving.every(({ message }) => message.receivedDateTime === undefined)).toBe(true)
  const ids = [...seeds.filed, ...seeds.arriving].map(({ message }) => message.internetMessageId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('an invitation is later than its mail, and has the line ends of a calendar', () => {
  const invited = filed.find(({ key }) => key === 'work-09')
  if (invited === undefined) throw new Error('no invitation among the seeds')
  const calendar = Buffer.from(seedMessage(invited, { now }).attachments?.[0]?.bytes ?? []).toString()
  expect(calendar).toMatch(/\r\nDTSTART:20310511T140000Z\r\n/)
})

test('in another mailbox the mail is addressed to its owner', () => {
  const direct = filed.find(({ message }) => message.toRecipients?.[0]?.emailAddress.address === owner.address)
  if (direct === undefined) throw new Error('no direct mail among the seeds')
  const elsewhere = seedMessage(direct, { now, email: 'kim@elsewhere.example' })
  expect(elsewhere.toRecipients?.[0]?.emailAddress.address).toBe('kim@elsewhere.example')
  expect(direct.message.toRecipients?.[0]?.emailAddress.address).toBe(owner.address)
})

test('every message can be posted to the control API unchanged', async () => {
  const seeds = await exportSeeds(now)
  for (const { key, message } of [...seeds.filed, ...seeds.arriving])
    expect(JsonMail.safeParse(JSON.parse(JSON.stringify(message))).error, key).toBeUndefined()
})
