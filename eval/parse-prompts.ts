import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { AttachmentFilter, MailField, type FolderPlan, type Template } from '../server/prompts/plan-schema.ts'
import { parsePrompt } from '../server/prompts/parse-prompt.ts'
import { documentKinds } from '../server/prompts/prompt-parser/document-kinds.ts'
import { fileGroups } from '../server/prompts/prompt-parser/file-groups.ts'

/**
 * The expected plan in short form: kinds of documents and groups of files stand for their words and extensions
 * ("invoice", "@image").
 */
const ExpectedAttachments = z.strictObject({
  types: z.array(z.string()).default([]),
  notTypes: z.array(z.string()).default([]),
  senders: z.array(z.string()).default([]),
  words: z.array(z.string()).default([]),
  notWords: z.array(z.string()).default([]),
  minBytes: z.number().nullable().default(null),
  maxBytes: z.number().nullable().default(null),
  /** Levels separated by `/`, fields in braces. */
  folder: z.string().default(''),
})
const Step = z.union([
  ExpectedAttachments.extend({ tool: z.literal('store_file'), platform: z.string() }),
  z.strictObject({ tool: z.enum(['search_files', 'retrieve_file']), platform: z.string(), query: z.string() }),
  z.strictObject({ tool: z.literal('create_contact') }),
  z.strictObject({ tool: z.literal('create_opportunity'), title: z.string() }),
  z.strictObject({ tool: z.literal('extract_data'), fields: z.array(z.string()) }),
])
const Case = z.discriminatedUnion('for', [
  z.strictObject({
    id: z.string(),
    language: z.string(),
    for: z.literal('store'),
    prompt: z.string(),
    plan: ExpectedAttachments.nullable(),
  }),
  z.strictObject({
    id: z.string(),
    language: z.string(),
    for: z.literal('agent'),
    prompt: z.string(),
    plan: z.strictObject({ steps: z.array(Step) }).nullable(),
  }),
])
type Case = z.infer<typeof Case>
type Part = 'known' | 'held-out' | 'later'

export const casesOf = (part: Part): Case[] =>
  readFileSync(new URL(`./prompts/${part}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Case.parse(JSON.parse(line)))

/** The full expected plan of a case; null if there should be none. */
function expectedPlan({ plan, ...rest }: Case): unknown {
  if (plan === null) return null
  if ('steps' in plan) return { kind: 'agent', steps: plan.steps.map(stepOf) }
  return { kind: rest.for, filter: filterOf(plan), folder: levelsOf(plan.folder) }
}

function stepOf(step: z.infer<typeof Step>): unknown {
  if (step.tool === 'store_file')
    return { tool: step.tool, platform: step.platform, filter: filterOf(step), folder: levelsOf(step.folder) }
  if (step.tool === 'create_contact') return { ...step, platform: 'teamleader' }
  if (step.tool === 'create_opportunity') return { tool: step.tool, platform: 'teamleader', title: partsOf(step.title) }
  if (step.tool === 'extract_data') return { tool: step.tool, platform: 'email', fields: step.fields }
  return { tool: step.tool, platform: step.platform, query: partsOf(step.query) }
}

const filterOf = ({
  types,
  notTypes,
  words,
  notWords,
  senders,
  minBytes,
  maxBytes,
}: z.infer<typeof ExpectedAttachments>) => ({
  types: types.flatMap(endingsOf),
  notTypes: notTypes.flatMap(endingsOf),
  senders,
  words: words.flatMap(wordsOf),
  notWords: notWords.flatMap(wordsOf),
  minBytes,
  maxBytes,
})
const endingsOf = (type: string): string[] =>
  type.startsWith('@') ? [...(Object.entries(fileGroups).find(([name]) => name === type.slice(1))?.[1] ?? [])] : [type]
const wordsOf = (word: string): string[] => [
  ...(Object.entries(documentKinds).find(([name]) => name === word)?.[1] ?? [word]),
]
const levelsOf = (folder: string): FolderPlan => folder.split('/').filter(Boolean).map(partsOf)
const partsOf = (text: string): Template =>
  text
    .split(/\{(\w+)\}/)
    .map((piece, index) => (index % 2 === 0 ? { text: piece } : { field: MailField.parse(piece) }))
    .filter((part) => !('text' in part) || part.text !== '')

/** Whether the parser produced exactly the expected plan; the order of words and extensions does not matter. */
export function isParsedCorrectly(each: Case): boolean {
  return isDeepStrictEqual(sorted(parsePrompt(each.prompt, each.for).plan), sorted(expectedPlan(each)))
}

const AnyPlan = z.looseObject({ filter: AttachmentFilter.optional(), steps: z.array(z.looseObject({})).optional() })
function sorted(plan: unknown): unknown {
  if (plan === null) return null
  const { filter, steps, ...rest } = AnyPlan.parse(plan)
  return {
    ...rest,
    ...(filter && {
      filter: {
        ...filter,
        types: filter.types.toSorted(),
        notTypes: filter.notTypes.toSorted(),
        words: filter.words.toSorted(),
        notWords: filter.notWords.toSorted(),
      },
    }),
    ...(steps && { steps: steps.map(sorted) }),
  }
}

function report(part: Part, showWrong: boolean): void {
  const cases = casesOf(part)
  const languages = [...new Set(cases.map(({ language }) => language))]
  const line = (name: string, among: Case[]): void => {
    const right = among.filter(isParsedCorrectly).length
    console.log(
      `${part.padEnd(9)} ${name.padEnd(4)} ${right} of ${among.length} (${Math.round((100 * right) / among.length)} %)`,
    )
  }
  for (const language of languages)
    line(
      language,
      cases.filter((each) => each.language === language),
    )
  line('all', cases)
  if (!showWrong) return
  for (const each of cases.filter((one) => !isParsedCorrectly(one)))
    console.log(
      `\n${each.id} ${each.prompt}\n  meant ${JSON.stringify(sorted(expectedPlan(each)))}\n  read  ` +
        JSON.stringify(sorted(parsePrompt(each.prompt, each.for).plan)),
    )
}

// `node eval/parse-prompts.ts` prints the share of correct plans. Errors are shown only for the known cases, so that
// nobody tunes the parser on the held-out ones.
if (import.meta.main) {
  const showWrong = process.argv.includes('--wrong')
  report('known', showWrong)
  report('later', showWrong)
  if (!process.argv.includes('--known')) report('held-out', false)
}
