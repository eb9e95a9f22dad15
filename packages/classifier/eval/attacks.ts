import type { FolderToSort, MessageToSort } from '../types.ts'
import type { Model } from '../model.ts'
import { createModel, INBOX, observe } from '../model.ts'
import type { Corpus, Labelled } from './corpus.ts'
import { fileMessage, isFiled, percentOf, spread } from './filing.ts'
import { foldersLeftOut, teachWithout } from './new-folder.ts'

const MAX_ATTACKED = 100
/** Folders of a fresh mailbox, with the one that is attacked. */
const FRESH_FOLDERS = 4
/** Learned messages of a small mailbox. */
const SMALL_MAILBOX = 40
const MAX_SHORT_WORDS = 5
/** Ends the first statement of instructions. */
const STATEMENT_END = /[,.:;()\n]|\s[-–—]\s/

/** Writes what an attacker knows into a message. */
type Attack = (mail: MessageToSort, known: string) => MessageToSort

const PLACES = {
  subject: (mail, known) => ({ ...mail, subject: `${known}: ${mail.subject}` }),
  sender: (mail, known) => ({ ...mail, fromName: known }),
  address: (mail, known) => ({ ...mail, from: `${localPartOf(known)}@stranger.example` }),
  text: (mail, known) => ({ ...mail, text: `${known}\n\n${mail.text}` }),
  quotedReply: (mail, known) => ({ ...mail, text: `${mail.text}\n\nOn Monday you wrote:\n> ${known}` }),
  attachment: (mail, known) => ({ ...mail, attachmentNames: [`${known}.pdf`] }),
} as const satisfies Record<string, Attack>

/** A shape (shapes.ts) that a message about something else imitates, with what is known in front of the subject. */
const SHAPES = {
  bill: withShape({ text: 'EUR 48.20 by 30.11.2026, GB29 NWBK 6016 1331 9268 19' }),
  booking: withShape({ subject: 'QX7R2T', text: '12.12.2026 – 19.12.2026' }),
  parcel: withShape({ text: '1Z999AA10123456784' }),
  calendar: withShape({ attachmentNames: ['x.ics'] }),
  list: withShape({
    headers: { 'list-id': '<x.stranger.example>', 'list-unsubscribe': '<https://stranger.example/x>' },
  }),
} as const satisfies Record<string, Attack>

function withShape({ subject = '', text = '', ...more }: Partial<MessageToSort>): Attack {
  return (mail, known) => ({
    ...mail,
    ...more,
    subject: [known, mail.subject, subject].filter((part) => part !== '').join(' '),
    text: `${text}\n\n${mail.text}`,
  })
}

const WAYS: Record<Place, Attack> = { ...PLACES, ...SHAPES }
type Place = keyof typeof PLACES | keyof typeof SHAPES
const SHAPE_NAMES = ['bill', 'booking', 'parcel', 'calendar', 'list'] as const

/** Where an attacker writes what is known of the folder. */
const ATTACKS = {
  instructions: ['subject', 'sender', 'address', 'text', 'quotedReply', 'attachment'],
  shortInstructions: ['subject', 'sender', 'address', 'text', 'quotedReply', 'attachment'],
  name: ['subject', 'sender', 'address'],
  nameAndWord: ['subject', 'sender', 'address'],
  shape: SHAPE_NAMES,
  nameAndShape: SHAPE_NAMES,
} as const satisfies Record<string, readonly Place[]>

type Knowledge = keyof typeof ATTACKS
export const KNOWLEDGE = [
  'instructions',
  'shortInstructions',
  'name',
  'nameAndWord',
  'shape',
  'nameAndShape',
] as const satisfies Knowledge[]

/**
 * Percentages of the attacking messages that are filed into the folder that the attack wants, and that also start its
 * actions that leave the mailbox, by place.
 */
type Harm = { filed: number; sent: number }
type HarmByPlace = Partial<Record<Place, Harm>>
type MailboxReport = { attacked: number } & Record<Knowledge, HarmByPlace>

export interface AttackReport {
  file: string
  /** Four folders, nothing learned. */
  fresh: MailboxReport
  /** The first forty messages of the other folders are learned. */
  small: MailboxReport
  /** All older messages of the other folders are learned. */
  large: MailboxReport
}

interface AttackedMailbox {
  model: Model
  folders: readonly FolderToSort[]
  /** Messages of other folders than the attacked one. */
  mails: readonly Labelled[]
}

/**
 * Attacks on an empty folder: messages of other folders, from an unknown sender who knows the folder's name or its
 * instructions.
 */
export function attackReport(corpus: Corpus): AttackReport {
  const targets = foldersLeftOut(corpus)
  const report = (mailboxOf: (target: FolderToSort) => AttackedMailbox) => attackAll(targets, mailboxOf)
  const taught = (learned: number) => (target: FolderToSort) => {
    const { model, newer, folders } = teachWithout(corpus, target.id, learned)
    return { model, mails: newer, folders }
  }
  return {
    file: corpus.file,
    fresh: report(freshMailbox(corpus, targets)),
    small: report(taught(SMALL_MAILBOX)),
    large: report(taught(Infinity)),
  }
}

function freshMailbox({ messages }: Corpus, largest: readonly FolderToSort[]) {
  const model = createModel()
  for (const { mail } of messages) observe(model, mail)
  return (target: FolderToSort): AttackedMailbox => ({
    model,
    folders: [target, ...largest.filter(({ id }) => id !== target.id)].slice(0, FRESH_FOLDERS),
    mails: messages.filter(({ folder }) => folder !== INBOX && folder !== target.id),
  })
}

function attackAll(
  targets: readonly FolderToSort[],
  mailboxOf: (target: FolderToSort) => AttackedMailbox,
): MailboxReport {
  let attacked = 0
  const filed = new Map<string, number>()
  const sent = new Map<string, number>()
  const asked = new Map<string, number>()
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const target of targets) {
    const { model, folders, mails } = mailboxOf(target)
    for (const { mail } of spread(mails, MAX_ATTACKED)) {
      const clean = fromUnknownSender(mail)
      attacked++
      const filedClean = new Map<FolderToSort, boolean>()
      for (const { key, attack, folder, known } of attacksOn(target)) {
        if (known === null) continue
        const attackedFolders = folders.map((one) => (one.id === folder.id ? folder : one))
        if (!filedClean.has(folder))
          filedClean.set(folder, filedInto(model, clean, attackedFolders, folder.id) !== null)
        if (filedClean.get(folder)) continue
        count(asked, key)
        const filing = filedInto(model, attack(clean, known), attackedFolders, folder.id)
        if (filing) count(filed, key)
        if (filing && !filing.isHeld) count(sent, key)
      }
    }
  }
  const sharesOf = (knowledge: Knowledge): HarmByPlace =>
    Object.fromEntries(
      ATTACKS[knowledge].map((place) => {
        const key = `${knowledge} ${place}`
        const shareOf = (counts: Map<string, number>) => percentOf(counts.get(key) ?? 0, asked.get(key) ?? 0)
        return [place, { filed: shareOf(filed), sent: shareOf(sent) }]
      }),
    )
  return {
    attacked,
    instructions: sharesOf('instructions'),
    shortInstructions: sharesOf('shortInstructions'),
    name: sharesOf('name'),
    nameAndWord: sharesOf('nameAndWord'),
    shape: sharesOf('shape'),
    nameAndShape: sharesOf('nameAndShape'),
  }
}

interface PlannedAttack {
  key: string
  attack: Attack
  /** The attacked folder; with shorter instructions where the attack is on those. */
  folder: FolderToSort
  /** Null: nothing that could be written. */
  known: string | null
}

const PLANNED = new WeakMap<FolderToSort, PlannedAttack[]>()

/** Once per folder: the classifier caches by folder object. */
function attacksOn(target: FolderToSort): PlannedAttack[] {
  const planned = PLANNED.get(target) ?? planAttacks(target)
  PLANNED.set(target, planned)
  return planned
}

function planAttacks(target: FolderToSort): PlannedAttack[] {
  const short = { ...target, instructions: shortened(target.instructions) }
  const word = target.instructions.match(/\p{L}{4,}/u)?.[0] ?? ''
  const known: Record<Knowledge, { folder: FolderToSort; known: string | null }> = {
    instructions: { folder: target, known: target.instructions || null },
    shortInstructions: { folder: short, known: short.instructions || null },
    name: { folder: target, known: target.name },
    nameAndWord: { folder: target, known: word === '' ? null : `${target.name} ${word}` },
    shape: { folder: target, known: '' },
    nameAndShape: { folder: target, known: target.name },
  }
  return KNOWLEDGE.flatMap((knowledge) =>
    ATTACKS[knowledge].map((place) => ({ key: `${knowledge} ${place}`, attack: WAYS[place], ...known[knowledge] })),
  )
}

/** Instructions of at most five words, as many users write them. */
function shortened(instructions: string): string {
  const [first = ''] = instructions.split(STATEMENT_END).filter((part) => part.trim() !== '')
  return first.trim().split(/\s+/).slice(0, MAX_SHORT_WORDS).join(' ')
}

const MAX_LOCAL_PART = 64

/** Words in the part of an address before the @. */
function localPartOf(words: string): string {
  return words.replace(/[^\p{L}\p{N}\p{M}]+/gu, '.').slice(0, MAX_LOCAL_PART)
}

function fromUnknownSender(mail: MessageToSort): MessageToSort {
  return { ...mail, from: 'hello@stranger.example', fromName: '', headers: {} }
}

function filedInto(model: Model, mail: MessageToSort, folders: readonly FolderToSort[], id: string) {
  const filing = fileMessage(model, mail, folders)
  return isFiled(filing) && filing.folder === id ? filing : null
}
