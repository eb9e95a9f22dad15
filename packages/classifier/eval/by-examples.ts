import type { Corpus } from './corpus.ts'
import { INBOX } from '../model.ts'
import type { ArrivalReport } from './confirm.ts'
import { arrivalReport, fileArriving, foundMailboxes } from './confirm.ts'

const EXAMPLES = [0, 5, 10, 20, 40, 80] as const

/** `examples: 0` are the descriptions alone, which no number of examples may make worse. */
export interface ByExamplesReport {
  file: string
  mailboxes: number
  by: (ArrivalReport & { examples: number })[]
}

/** The user files the newest messages of the inbox one by one; the same messages arrive after each number of them. */
export function byExamplesReport({ file, messages, folders }: Corpus): ByExamplesReport {
  const mailboxes = foundMailboxes(messages)
  const by = EXAMPLES.map((examples) => {
    const filings = mailboxes.flatMap((mailbox) => {
      const own = mailbox.found.filter(({ folder }) => folder !== INBOX)
      return fileArriving(mailbox, own.slice(own.length - Math.min(own.length, examples)), folders)
    })
    return { examples, ...arrivalReport(filings) }
  })
  return { file, mailboxes: mailboxes.length, by }
}
