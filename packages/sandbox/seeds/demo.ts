import type { World } from '../kit/world.ts'
import { createMailbox } from '../microsoft/create-mailbox.ts'
import { findMailbox } from '../microsoft/outlook.ts'
import { deliverSeed } from './deliver-seed.ts'
import { seedDropboxAccounts } from './dropbox-accounts.ts'
import { seedFolders } from './folders.ts'
import { seedGoogleAccounts } from './google-accounts.ts'
import { seedGoogleFiles } from './google-files.ts'
import { graphMail } from './graph-message.ts'
import { arrivingMails, filedMails } from './mails.ts'
import { seedOneDriveFiles } from './onedrive-files.ts'
import { seedTeamleaderAccounts } from './teamleader-accounts.ts'
import { seedOfficeMailbox } from './office-mailbox.ts'
import { seedOtherAccounts } from './other-accounts.ts'
import { owner } from './owner.ts'

export const DEMO_EMAIL = owner.address

/** The accounts of the demo: Robin's full mailbox, and one of each kind that a product must be able to meet. */
export function seedDemo(world: World): void {
  seedMailbox(world, DEMO_EMAIL)
  seedOtherAccounts(world)
  seedOfficeMailbox(world)
  seedGoogleAccounts(world)
  seedDropboxAccounts(world)
  seedGoogleFiles(world)
  seedOneDriveFiles(world)
  seedTeamleaderAccounts(world)
}

/** A mailbox with the seeds' folders and filed mail, for any address that has none yet. */
export function seedMailbox(world: World, email: string): void {
  if (findMailbox(world.outlook, email)) return
  const displayName = email.toLowerCase() === DEMO_EMAIL ? owner.name : undefined
  const mailbox = createMailbox(world.outlook, { email, displayName, folders: seedFolders })
  const now = new Date(world.clock.now())
  const dated = filedMails.map((mail) => ({ folder: mail.folder, message: graphMail(mail, { now, email }) }))
  dated.sort((left, right) => (left.message.receivedDateTime ?? '').localeCompare(right.message.receivedDateTime ?? ''))
  for (const { folder, message } of dated) deliverSeed(world.outlook, email, folder, message)
  // Folders and filed mail have the same ids in every run; what arrives later must never have had its id before: a product
  // that remembers the last run would take it for mail that it knows.
  mailbox.counter += Math.floor(world.clock.now() / 1000)
}

/** How many of the arriving mails a mailbox has had. Kept by mailbox, so that a reset begins anew. */
const arrived = new WeakMap<object, number>()

/**
 * The next of the arriving mails comes into the inbox. At the owner's, who has a plan for it, the first comes again after the last, as a
 * new mail; a stranger's mailbox is quiet then, so that a free month is not over in ten minutes.
 */
export function nextDemoMail(world: World, email: string = DEMO_EMAIL): void {
  const mailbox = findMailbox(world.outlook, email)
  if (!mailbox) return
  const turn = arrived.get(mailbox) ?? 0
  if (turn >= arrivingMails.length && mailbox !== findMailbox(world.outlook, DEMO_EMAIL)) return
  arrived.set(mailbox, turn + 1)
  const mail = arrivingMails[turn % arrivingMails.length]
  if (!mail) return
  const message = graphMail(mail, { now: new Date(world.clock.now()), email, serial: `${mailbox.counter}` })
  deliverSeed(world.outlook, email, 'inbox', message)
}
