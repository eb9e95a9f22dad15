import { providerNames, type FileProvider } from '../../../contract/providers.ts'
import { cleanLine } from '../../vendors/clean-text.ts'
import { excerpt } from '../file-context/excerpt.ts'
import { documentKind } from '../file-context/document-kind.ts'
import { bestFirst, searchStore, type FoundFile } from '../file-context/find-files.ts'
import { readFile } from '../file-context/read-file-context.ts'
import { goesOn, type AgentRun, type StepOutcome } from './agent-run.ts'
import { mayUseFiles } from './authorize.ts'
import { nothing, type StepResult } from './progress.ts'

const shownMost = 5
const lookedAtMost = 20

/** Names of files of the person's own, as links; nothing of them is read. */
export async function searchFiles(agent: AgentRun, provider: FileProvider, words: string): Promise<StepOutcome> {
  const found = await look(agent, provider, words)
  if (found.length === 0) return goesOn(noneFound(provider))
  return goesOn({ ...nothing, effects: found.slice(0, shownMost).map(effectOf) })
}

/** The best file of the person's own, and its text for the steps after it where these may see it (checklist A11). */
export async function retrieveFile(agent: AgentRun, provider: FileProvider, words: string): Promise<StepOutcome> {
  const { ctx, run, plan } = agent
  const [file] = (await look(agent, provider, words)).filter(({ name }) => documentKind(name) !== null)
  if (!file) return goesOn(noneFound(provider))
  const result: StepResult = { ...nothing, effects: [effectOf(file)] }
  if (!mayUseFiles(run.config, plan))
    return goesOn({ ...result, notes: ['The file was found and not read: this action may not look into files.'] })
  await run.hold()
  const read = await readFile(ctx, run.userId, file)
  if ('note' in read) return goesOn({ ...result, notes: [read.note.slice(0, 300)] })
  const room = run.config.maxContextLength - agent.fileText.length
  agent.fileText += excerpt(`${read.text}\n`, words.split(' '), Math.max(0, room)).slice(0, Math.max(0, room))
  return goesOn(result)
}

async function look({ ctx, run }: AgentRun, provider: FileProvider, words: string): Promise<FoundFile[]> {
  await run.hold()
  const wanted = words.split(' ').filter((word) => word !== '')
  const found = await searchStore(ctx, { userId: run.userId, provider, words: wanted, most: lookedAtMost })
  return bestFirst(found, wanted)
}

const effectOf = ({ name, provider, url }: FoundFile): StepResult['effects'][number] => ({
  kind: 'file',
  label: `Found “${cleanLine(name, 200)}” in ${providerNames[provider]}`,
  url,
})

const noneFound = (provider: FileProvider): StepResult => ({
  ...nothing,
  notes: [`No fitting file was found in ${providerNames[provider]}.`],
})
