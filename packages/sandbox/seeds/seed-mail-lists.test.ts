import { expect, test } from 'vitest'
import { JsonMail } from '../microsoft/control/json-mail.ts'
import { folderPaths } from './seed-folders.ts'
import { graphMail } from './graph-message.ts'
import { arrivingMails, filedMails, exportSeeds } from './seed-mail-lists.ts'
import { owner } from './mailbox-owner.ts'

const all = [...filedMails, ...arrivingMails]
const now = new Date('2031-05-17T09:30:00Z')

test('there are enough mails, in enough languages', () => {
  expect(filedMails.length).toBeGreaterThanOrEqual(300)
  expect(arrivingMails.length).toBeGreaterThanOrEqual(60)
  for (const list of [filedMails, arrivingMails]) {
    expect(new Set(list.map((mail) => mail.language)).size).toBeGreaterThanOrEqual(5)
  }
})

test('every key is unique', () => {
  expect(new Set(all.map((mail) => mail.key)).size).toBe(all.length)
})

test('every mail has an existing folder, and every folder has mail', () => {
  const paths = folderPaths().map((folder) => folder.path)
  for (const mail of filedMails) expect(paths, mail.key).toContain(mail.folder)
  for (const mail of arrivingMails) expect([...paths, 'Inbox'], mail.key).toContain(mail.folder)
  for (const path of paths) expect(filedMails.filter((mail) => mail.folder === path).length, path).toBeGreaterThan(4)
})

test('folders are 12 to 16, each with instructions and a name of its own', () => {
  const folders = folderPaths()
  expect(folders.length).toBeGreaterThanOrEqual(12)
  expect(folders.length).toBeLessThanOrEqual(16)
  expect(new Set(folders.map((folder) => folder.displayName.toLowerCase())).size).toBe(folders.length)
  for (const { instructions } of folders) expect(instructions.length).toBeGreaterThan(30)
})

test('addresses, links and lists use only reserved example domains', () => {
  const reserved = /(^|\.)(example|test|invalid)$|(^|\.)example\.(com|org|net)$/
  for (const mail of all) {
    const text = JSON.stringify({
      ...mail,
      files: mail.files?.map((file) => (typeof file.content === 'string' ? file : file.name)),
    })
    const addresses = [...text.matchAll(/[\w.+-]+@([\w-]+(?:\.[\w-]+)+)/g)].map((match) => match[1] ?? '')
    const links = [...text.matchAll(/(?:https?:\/\/|www\.)([\w-]+(?:\.[\w-]+)*)/g)].map((match) => match[1] ?? '')
    for (const host of [...addresses, ...links]) expect(host, `${mail.key}: ${host}`).toMatch(reserved)
  }
})

test('no mail occurs twice', () => {
  const texts = all.map((mail) => mail.text ?? mail.html ?? '').filter((text) => text.length > 0)
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
  const files = filedMails.flatMap((mail) => mail.files ?? [])
  expect(filedMails.some((mail) => mail.subject === null)).toBe(true)
  expect(filedMails.some((mail) => mail.from === null)).toBe(true)
  expect(filedMails.some((mail) => mail.kind === 'meeting-request')).toBe(true)
  expect(filedMails.some((mail) => mail.text === '' && mail.html === undefined)).toBe(true)
  expect(filedMails.some((mail) => mail.language === 'ar')).toBe(true)
  expect(files.some((file) => file.content.length === 0)).toBe(true)
  expect(files.some((file) => file.contentType === 'message/rfc822')).toBe(true)
  expect(files.some((file) => file.name.length === 255)).toBe(true)
  expect(files.some((file) => file.contentId !== undefined)).toBe(true)
})

test('filed mail is always in the past and mail that arrives has no date of its own', () => {
  const { filed, arriving } = exportSeeds(now)
  for (const { key, message } of filed) {
    expect(new Date(message.receivedDateTime ?? 'never').getTime(), key).toBeLessThan(now.getTime())
    expect(message.receivedDateTime).toMatch(/:\d\dZ$/)
  }
  expect(arriving.every(({ message }) => message.receivedDateTime === undefined)).toBe(true)
  const ids = [...filed, ...arriving].map(({ message }) => message.internetMessageId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('seeds are deterministic, and an invitation is later than its mail', () => {
  expect(JSON.stringify(exportSeeds(now))).toBe(JSON.stringify(exportSeeds(now)))
  const invited = filedMails.find((mail) => mail.files?.some((file) => file.name === 'invite.ics'))
  if (invited === undefined) throw new Error('no invitation among the seeds')
  const calendar = Buffer.from(graphMail(invited, { now }).attachments[0]?.contentBytes ?? '', 'base64').toString()
  expect(calendar).toMatch(/DTSTART:20310511T140000Z/)
})

test('in another mailbox the mail is addressed to its owner', () => {
  const direct = filedMails.find((mail) => mail.to === undefined)
  if (direct === undefined) throw new Error('no direct mail among the seeds')
  expect(graphMail(direct, { now }).toRecipients[0]?.emailAddress.address).toBe(owner.address)
  const elsewhere = graphMail(direct, { now, email: 'kim@elsewhere.example' })
  expect(elsewhere.toRecipients[0]?.emailAddress.address).toBe('kim@elsewhere.example')
})

test('every message can be posted to the control API unchanged', () => {
  const { filed, arriving } = exportSeeds(now)
  for (const { key, message } of [...filed, ...arriving]) expect(JsonMail.safeParse(message).error, key).toBeUndefined()
})
