import type { FolderToSort } from '../types.ts'
import type { Model } from '../model.ts'
import { createModel, INBOX, learn, observe } from '../model.ts'
import type { Corpus, Labelled } from './corpus.ts'
import type { JudgedFiling } from './filing.ts'
import { fileMessage, isFiled, percentOf, spread } from './filing.ts'

/** The largest folders take part; a folder with fewer messages says too little. */
const MAX_FOLDERS = 12
const MIN_MESSAGES = 5
const LEARNED_SHARE = 0.7
const MAX_ASKED = 60
const MAX_OTHERS_ASKED = 200
const SURE = 0.9

/** Percentages of the messages that belong in another folder than the new one. */
interface OthersReport {
  right: number
  wrong: number
  left: number
}

/** Means over the folders, in percent of the messages asked for. */
export interface NewFolderReport {
  file: string
  /** The first candidate is the new folder. */
  best: number
  filed: number
  /** Filed into another folder at 0.6, and at 0.9. */
  wrong60: number
  wrong90: number
  left: number
  /** With the new folder; `stolen`: filed into it. */
  others: OthersReport & { stolen: number }
  othersWithout: OthersReport
  /** Messages of the folder while it does not exist. */
  absent: { filed60: number }
}

type FolderFigures = Omit<NewFolderReport, 'file'>

/**
 * A new, empty folder with its instructions in a mailbox that has learned the others: leaves one folder out, learns the
 * older 70 % of the other messages, and asks for messages of the folder and for newer messages of the others.
 */
export function newFolderReport(corpus: Corpus): NewFolderReport {
  return { file: corpus.file, ...meanOf(foldersLeftOut(corpus).map(({ id }) => figuresOf(corpus, id))) }
}

/** The largest folders, each of which is left out once. */
export function foldersLeftOut({ messages, folders }: Corpus): FolderToSort[] {
  const sizeOf = (id: string) => messages.filter(({ folder }) => folder === id).length
  return folders
    .filter(({ id }) => id !== INBOX && sizeOf(id) >= MIN_MESSAGES)
    .sort((a, b) => sizeOf(b.id) - sizeOf(a.id))
    .slice(0, MAX_FOLDERS)
}

interface TaughtMailbox {
  model: Model
  folders: FolderToSort[]
  /** Messages of the folder that is left out. */
  own: Labelled[]
  /** Messages of the other folders that were not learned. */
  newer: Labelled[]
}

/**
 * A model that has observed all messages and learned the older ones of all folders but one.
 * @param most learns no more messages than this
 */
export function teachWithout({ messages, folders }: Corpus, left: string, most = Infinity): TaughtMailbox {
  const filed = messages.filter(({ folder }) => folder !== INBOX)
  const others = filed.filter(({ folder }) => folder !== left)
  const cut = Math.floor(LEARNED_SHARE * others.length)
  const used = folders.filter(({ id }) => filed.some(({ folder }) => folder === id))
  const model = createModel()
  for (const { mail } of messages) observe(model, mail)
  for (const { mail, folder } of others.slice(0, Math.min(cut, most))) learn(model, mail, folder, used)
  return { model, folders: used, own: filed.filter(({ folder }) => folder === left), newer: others.slice(cut) }
}

/** Every message that is asked for, with the new folder present. */
export function newFolderFilings(corpus: Corpus): JudgedFiling[] {
  return foldersLeftOut(corpus).flatMap(({ id }) => {
    const { model, folders, own, newer } = teachWithout(corpus, id)
    return [...spread(own, MAX_ASKED), ...spread(newer, MAX_OTHERS_ASKED)].map(({ mail, folder }) => ({
      ...fileMessage(model, mail, folders),
      truth: folder,
    }))
  })
}

function figuresOf(corpus: Corpus, left: string): FolderFigures {
  const { model, folders, own, newer: others } = teachWithout(corpus, left)
  const withoutFolder = folders.filter(({ id }) => id !== left)
  const asked = spread(own, MAX_ASKED)
  const newer = spread(others, MAX_OTHERS_ASKED)
  const filings = asked.map(({ mail }) => fileMessage(model, mail, folders))
  const elsewhere = filings.filter((filing) => isFiled(filing) && filing.folder !== left)
  const absent = asked.filter(({ mail }) => isFiled(fileMessage(model, mail, withoutFolder)))
  const share = (part: readonly unknown[]) => percentOf(part.length, asked.length)
  return {
    best: share(filings.filter(({ folder }) => folder === left)),
    filed: share(filings.filter((filing) => isFiled(filing) && filing.folder === left)),
    wrong60: share(elsewhere),
    wrong90: share(elsewhere.filter(({ confidence }) => confidence >= SURE)),
    left: share(filings.filter((filing) => !isFiled(filing))),
    others: {
      ...othersOf(model, newer, folders),
      stolen: percentOf(newer.filter(({ mail }) => isFiledInto(model, mail, folders, left)).length, newer.length),
    },
    othersWithout: othersOf(model, newer, withoutFolder),
    absent: { filed60: share(absent) },
  }
}

function isFiledInto(model: Model, mail: Labelled['mail'], folders: readonly FolderToSort[], id: string): boolean {
  const filing = fileMessage(model, mail, folders)
  return isFiled(filing) && filing.folder === id
}

function othersOf(model: Model, messages: readonly Labelled[], folders: readonly FolderToSort[]): OthersReport {
  const filings = messages.map(({ mail, folder }) => ({ truth: folder, filing: fileMessage(model, mail, folders) }))
  const right = filings.filter(({ truth, filing }) => isFiled(filing) && filing.folder === truth).length
  const left = filings.filter(({ filing }) => !isFiled(filing)).length
  return {
    right: percentOf(right, filings.length),
    wrong: percentOf(filings.length - right - left, filings.length),
    left: percentOf(left, filings.length),
  }
}

function meanOf(figures: readonly FolderFigures[]): FolderFigures {
  const mean = (get: (one: FolderFigures) => number) =>
    percentOf(
      figures.reduce((sum, one) => sum + get(one), 0),
      100 * figures.length,
    )
  return {
    best: mean(({ best }) => best),
    filed: mean(({ filed }) => filed),
    wrong60: mean(({ wrong60 }) => wrong60),
    wrong90: mean(({ wrong90 }) => wrong90),
    left: mean(({ left }) => left),
    others: {
      right: mean(({ others }) => others.right),
      wrong: mean(({ others }) => others.wrong),
      left: mean(({ others }) => others.left),
      stolen: mean(({ others }) => others.stolen),
    },
    othersWithout: {
      right: mean(({ othersWithout }) => othersWithout.right),
      wrong: mean(({ othersWithout }) => othersWithout.wrong),
      left: mean(({ othersWithout }) => othersWithout.left),
    },
    absent: { filed60: mean(({ absent }) => absent.filed60) },
  }
}
