import type { FolderToSort } from '../types.ts'
import { createModel, INBOX, learn, observe } from '../model.ts'
import type { Corpus, Labelled } from './corpus.ts'
import type { JudgedFiling } from './filing.ts'
import { fileMessage, isFiled, partsOf, percentOf, shareOf } from './filing.ts'
import { calibrationError } from './scores.ts'

const FILED = 24
const ARRIVING = 100
const MAX_MAILBOXES = 40

/** Figures per 100 arriving messages of all mailboxes; `precision` and `ece` as shares of 1. */
export interface YoungMailboxReport {
  file: string
  mailboxes: number
  right: number
  wrong: number
  precision: number | null
  ece: number | null
  /** Messages of a known sender: all its learned messages are in the folder of the first candidate. */
  knownSender: number
  /** Of these, messages that belong in that folder and are left as unsure. */
  knownSenderLeft: number
}

interface YoungFiling extends JudgedFiling {
  isKnownSender: boolean
}

/**
 * Young mailboxes whose users only correct what was filed wrongly: the first `FILED` messages are learned, and of the
 * following ones only those that were filed wrongly. What is right or left teaches nothing, as in the product until the
 * next run of the learning job. A message of a folder without filed messages belongs in the inbox. The mailboxes are
 * successive parts of the corpus.
 */
export function youngMailboxReport(corpus: Corpus): YoungMailboxReport {
  const mailboxes = partsOf(corpus.messages, FILED + ARRIVING, MAX_MAILBOXES)
  const filings = mailboxes.flatMap((messages) => youngFilings(corpus.folders, messages))
  const filed = filings.filter(isFiled)
  const right = filed.filter(isRight).length
  const known = filings.filter(({ isKnownSender }) => isKnownSender)
  return {
    file: corpus.file,
    mailboxes: mailboxes.length,
    right: percentOf(right, filings.length),
    wrong: percentOf(filed.length - right, filings.length),
    precision: filed.length === 0 ? null : shareOf(right, filed.length),
    ece: calibrationError(filings.map(({ folder, truth, confidence }) => ({ truth, ranked: [folder], confidence }))),
    knownSender: percentOf(known.length, filings.length),
    knownSenderLeft: percentOf(known.filter((filing) => isRight(filing) && !isFiled(filing)).length, filings.length),
  }
}

function isRight({ folder, truth }: JudgedFiling): boolean {
  return folder === truth
}

function youngFilings(folders: readonly FolderToSort[], messages: readonly Labelled[]): YoungFiling[] {
  const filed = messages.filter(({ folder }) => folder !== INBOX).slice(0, FILED)
  const open = folders.filter(({ id }) => filed.some(({ folder }) => folder === id))
  const model = createModel()
  const foldersOfSenders = new Map<string, Set<string>>()
  const teach = ({ mail }: Labelled, folder: string) => {
    observe(model, mail)
    learn(model, mail, folder, open)
    foldersOfSenders.set(mail.from, (foldersOfSenders.get(mail.from) ?? new Set()).add(folder))
  }
  for (const message of filed) teach(message, message.folder)
  const arriving = messages.filter((message) => !filed.includes(message))
  return arriving.map((message) => {
    const truth = open.some(({ id }) => id === message.folder) ? message.folder : INBOX
    const filing = fileMessage(model, message.mail, open)
    const known = foldersOfSenders.get(message.mail.from)
    const isKnownSender = known?.size === 1 && known.has(filing.folder)
    if (isFiled(filing) && filing.folder !== truth) teach(message, truth)
    return { ...filing, truth, isKnownSender }
  })
}
