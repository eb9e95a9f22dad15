import { parseArgs } from 'node:util'
import {
  createModel,
  type FolderToSort,
  INBOX,
  type MessageToSort,
  type Model,
  observe,
} from '../packages/classifier/classifier.ts'
import { type Corpus, readCorpus } from '../packages/classifier/eval/corpus.ts'
import { drawnFolders } from '../packages/classifier/eval/few-folders.ts'
import { FILING_THRESHOLD, percentOf, spread } from '../packages/classifier/eval/filing.ts'
import { InputError, reportInputErrors } from '../packages/classifier/eval/input-error.ts'
import { foldersLeftOut, teachWithout } from '../packages/classifier/eval/new-folder.ts'
import { formatTable } from '../packages/classifier/eval/report.ts'
import { decide } from '../server/sorting/decision/decide.ts'
import { openQuestion } from '../server/sorting/language-model/ask-language-model.ts'

const USAGE = 'npm run eval:decisions -- FILE.jsonl…'
/** As everyday mailboxes have; the draws take other folders of the corpus. */
const FRESH = { folders: 8, draws: 3 }
const MAX_ASKED = 60

/** An email and what the product does with it. `isAsked`: a language model is asked where one is configured. */
interface Decided {
  truth: string
  folderId: string | null
  offeredId: string | null
  isAsked: boolean
}

function decided(model: Model, mail: MessageToSort, folders: readonly FolderToSort[], truth: string): Decided {
  const about = { mailboxId: '', mail, model, candidates: folders, threshold: FILING_THRESHOLD }
  const context = { model, conditions: [], corrections: [], isFromKnownSender: false, threshold: FILING_THRESHOLD }
  const first = decide(mail, folders, context)
  const offeredId = first.runnerUp?.folderId ?? null
  return { truth, folderId: first.folderId, offeredId, isAsked: openQuestion(about, first) !== null }
}

/** A fresh mailbox: the emails that belong in one of its folders, and all others. */
function inFreshMailbox(corpus: Corpus): Decided[] {
  const model = createModel()
  for (const { mail } of corpus.messages) observe(model, mail)
  return drawnFolders(corpus, FRESH).drawn.flatMap((folders) =>
    corpus.messages.map(({ mail, folder }) => {
      const truth = folders.some(({ id }) => id === folder) ? folder : INBOX
      return decided(model, mail, folders, truth)
    }),
  )
}

/** Each folder is new once, in a mailbox that has learned the others: its email of senders without other email. */
function inNewFolders(corpus: Corpus): Decided[] {
  return foldersLeftOut(corpus).flatMap(({ id }) => {
    const { model, folders, own } = teachWithout(corpus, id)
    const known = new Set(corpus.messages.filter(({ folder }) => folder !== id).map(({ mail }) => mail.from))
    return spread(own, MAX_ASKED)
      .filter(({ mail }) => !known.has(mail.from))
      .map(({ mail }) => decided(model, mail, folders, id))
  })
}

/** Shares of the emails that belong in a folder; `wrong` and `asked` of all. */
function rowOf(name: string, all: readonly Decided[]): string[] {
  const belonging = all.filter(({ truth }) => truth !== INBOX)
  const right = belonging.filter(({ folderId, truth }) => folderId === truth)
  const asked = belonging.filter(({ folderId, isAsked }) => folderId === null && isAsked)
  const wrong = all.filter(({ folderId, truth }) => folderId !== null && folderId !== truth)
  const offered = belonging.filter(({ folderId, offeredId, truth }) => folderId === null && offeredId === truth)
  const idle = belonging.filter(({ folderId, offeredId }) => folderId === null && offeredId === null)
  const ofBelonging = (part: readonly Decided[]) => percentOf(part.length, belonging.length).toFixed(1)
  const ofAll = (part: readonly Decided[]) => percentOf(part.length, all.length).toFixed(1)
  const shares = [right, [...right, ...asked], offered, idle].map(ofBelonging)
  return [name, `${belonging.length}`, ...shares, ofAll(wrong), ofAll(all.filter(({ isAsked }) => isAsked))]
}

reportInputErrors()
const { positionals } = parseArgs({ allowPositionals: true })
if (positionals.length === 0) throw new InputError(`Name files of labelled email. ${USAGE}`)
const corpora = positionals.map((file) => readCorpus(file, { contentOnly: false, folders: null }))
const head = ['', 'belong', 'right', 'with a right model', 'offered right', 'no offer', 'wrong', 'asked']
const fresh = rowOf('fresh mailbox, eight folders', corpora.flatMap(inFreshMailbox))
const newFolder = rowOf('new folder, new senders', corpora.flatMap(inNewFolders))
console.log(formatTable([head, fresh, newFolder]))
