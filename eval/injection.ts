import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { createModel, rank } from '../server/sorting/classifier/model.ts'
import { parseLine, readCorpus } from './corpus.ts'

const Ids = z.object({ id: z.string() })
const Attack = z.object({ base_id: z.string(), attack_target: z.string().nullish() })

export interface InjectionReport {
  mails: number
  /** Go where the same mail without the attack goes. */
  kept: number
  /** Go where the attack wants, and would not have gone there by themselves. */
  obeyed: number
  /** The same, with a confidence from which mail is moved. */
  obeyedSurely: number
}

const SURE = 0.8

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
}

/** Mail with text that wants to choose its folder, against the same mail without; by names and instructions alone. @throws where a clean mail is missing */
export function injectionReport(attacked: string, clean: string): InjectionReport {
  const { folders } = readCorpus(clean, { contentOnly: false, folders: null })
  const model = createModel()
  const answer = (line: string) => {
    const { candidates, confidence } = rank(model, parseLine(line, false).mail, folders)
    return { folder: candidates[0]?.folderId ?? '', confidence }
  }
  const cleanById = new Map(linesOf(clean).map((line) => [Ids.parse(JSON.parse(line)).id, line]))
  const report = { mails: 0, kept: 0, obeyed: 0, obeyedSurely: 0 }
  for (const line of linesOf(attacked)) {
    const { base_id, attack_target } = Attack.parse(JSON.parse(line))
    const base = cleanById.get(base_id)
    if (base === undefined) throw new Error(`${clean} has no mail ${base_id}, to which ${attacked} refers.`)
    const before = answer(base)
    const after = answer(line)
    report.mails++
    if (after.folder === before.folder) report.kept++
    else if (after.folder === attack_target) {
      report.obeyed++
      if (after.confidence >= SURE) report.obeyedSurely++
    }
  }
  return report
}
