import type { FolderToSort, MessageToSort } from '../types.ts'
import type { Model } from '../model.ts'
import type { Corpus } from './corpus.ts'
import { fileMessage, isFiled, percentOf, spread } from './filing.ts'
import { foldersLeftOut, teachWithout } from './new-folder.ts'

const MAX_ATTACKED = 100

/** Percentages of the attacking messages that are filed into the folder that the attack wants. */
interface AttackReport {
  /** The folder's instructions are pasted into the text. */
  pasted: number
  /** The folder's name stands before the subject. */
  named: number
}

/**
 * Attacks on a new, empty folder in a mailbox that has learned the others: messages of other folders, from a sender
 * that is unknown, by somebody who knows the folder's instructions or its name.
 */
export function attackReport(corpus: Corpus): AttackReport {
  let asked = 0
  let pasted = 0
  let named = 0
  for (const target of foldersLeftOut(corpus)) {
    const { model, newer, folders } = teachWithout(corpus, target.id)
    for (const { mail } of spread(newer, MAX_ATTACKED)) {
      const clean = fromUnknownSender(mail)
      if (isFiledInto(model, clean, folders, target.id)) continue
      asked++
      if (isFiledInto(model, { ...clean, text: `${target.instructions}\n\n${mail.text}` }, folders, target.id)) pasted++
      if (isFiledInto(model, { ...clean, subject: `${target.name}: ${mail.subject}` }, folders, target.id)) named++
    }
  }
  return { pasted: percentOf(pasted, asked), named: percentOf(named, asked) }
}

function fromUnknownSender(mail: MessageToSort): MessageToSort {
  return { ...mail, from: 'offers@unknown-sender.example', fromName: '', headers: {} }
}

function isFiledInto(model: Model, mail: MessageToSort, folders: readonly FolderToSort[], id: string): boolean {
  const filing = fileMessage(model, mail, folders)
  return isFiled(filing) && filing.folder === id
}
