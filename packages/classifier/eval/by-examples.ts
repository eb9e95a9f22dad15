import type { Corpus } from './corpus.ts'
import { INBOX, learn } from '../model.ts'
import type { ArrivalReport } from './confirm.ts'
import { arrivalReport, fileArriving, foundMailboxes } from './confirm.ts'
import type { JudgedFiling } from './filing.ts'
import { fileMessage, spread } from './filing.ts'
import { foldersLeftOut, teachWithout } from './new-folder.ts'

const EXAMPLES = [0, 1, 3, 7, 20, 40, 80] as const
const NEW_FOLDER_EXAMPLES = [0, 1, 3, 7, 20] as const
const MAX_ASKED = 60

type ByExamples = (ArrivalReport & { examples: number })[]

/** `examples: 0` are the descriptions alone, which no number of examples may make worse. */
export interface ByExamplesReport {
  file: string
  mailboxes: number
  by: ByExamples
  /** Of the messages of a new folder in a mailbox that has learned the others. */
  newFolder: ByExamples
}

/** The user files the newest messages of the inbox one by one; the same messages arrive after each number of them. */
export function byExamplesReport(corpus: Corpus): ByExamplesReport {
  const { file, messages, folders } = corpus
  const mailboxes = foundMailboxes(messages)
  const by = EXAMPLES.map((examples) => {
    const filings = mailboxes.flatMap((mailbox) => {
      const own = mailbox.found.filter(({ folder }) => folder !== INBOX)
      return fileArriving(mailbox, own.slice(own.length - Math.min(own.length, examples)), folders)
    })
    return { examples, ...arrivalReport(filings) }
  })
  return { file, mailboxes: mailboxes.length, by, newFolder: byExamplesOfNewFolder(corpus) }
}

/** The newer half of a new folder's messages arrives after each number of the older ones, which the user files. */
function byExamplesOfNewFolder(corpus: Corpus): ByExamples {
  const filings = new Map<number, JudgedFiling[]>(NEW_FOLDER_EXAMPLES.map((examples) => [examples, []]))
  for (const { id } of foldersLeftOut(corpus)) {
    const { model, folders, own } = teachWithout(corpus, id)
    const half = Math.floor(own.length / 2)
    const asked = spread(own.slice(half), MAX_ASKED)
    let learned = 0
    for (const [examples, filed] of filings) {
      const next = Math.min(half, examples)
      for (const { mail } of own.slice(learned, next)) learn(model, mail, id, folders)
      learned = next
      filed.push(...asked.map(({ mail }) => ({ ...fileMessage(model, mail, folders), truth: id })))
    }
  }
  return [...filings].map(([examples, filed]) => ({ examples, ...arrivalReport(filed) }))
}
