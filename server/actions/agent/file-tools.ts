import { composeText } from '../../../contract/compose-text.ts'
import { providerNames, type FileProvider } from '../../../contract/providers.ts'
import { stepNoteMaxLength } from '../limits.ts'
import { cleanLine } from '../../../contract/clean-text.ts'
import { excerpt } from '../file-context/excerpt.ts'
import { documentKind } from '../file-context/document-kind.ts'
import { rankByName, searchStore, type FoundFile } from '../file-context/find-files.ts'
import { readFile } from '../file-context/read-file-context.ts'
import { continueWith, type AgentRun, type StepOutcome } from './agent-run.ts'
import { mayReadFiles } from './authorize-tool-call.ts'
import { emptyStepResult, type StepResult } from './agent-progress.ts'

const agentMaxShownFiles = 5
const agentMaxSearchedFiles = 20
const shownFileNameMaxLength = 200

/** Finds files of the user by name and shows them as links; reads none of them. */
export async function searchFiles(agent: AgentRun, provider: FileProvider, words: string): Promise<StepOutcome> {
  const found = await findFilesOnService(agent, provider, words)
  if (found.length === 0) return continueWith(noneFound(provider))
  return continueWith({ ...emptyStepResult, effects: found.slice(0, agentMaxShownFiles).map(effectOf) })
}

/** Finds the best matching file, and reads its text for the later steps if they may use files. */
export async function retrieveFile(agent: AgentRun, provider: FileProvider, words: string): Promise<StepOutcome> {
  const { ctx, run, plan } = agent
  const [file] = (await findFilesOnService(agent, provider, words)).filter(({ name }) => documentKind(name) !== null)
  if (!file) return continueWith(noneFound(provider))
  const result: StepResult = { ...emptyStepResult, effects: [effectOf(file)] }
  if (!mayReadFiles(run.config, plan))
    return continueWith({
      ...result,
      notes: [composeText('The file was found and not read: this action may not look into files.')],
    })
  await run.extendClaim()
  const read = await readFile(ctx, run.userId, file)
  if ('note' in read) return continueWith({ ...result, notes: [read.note.slice(0, stepNoteMaxLength)] })
  const remaining = run.config.maxContextLength - agent.fileText.length
  agent.fileText += excerpt(`${read.text}\n`, words.split(' '), Math.max(0, remaining)).slice(0, Math.max(0, remaining))
  return continueWith(result)
}

async function findFilesOnService({ ctx, run }: AgentRun, provider: FileProvider, words: string): Promise<FoundFile[]> {
  await run.extendClaim()
  const wanted = words.split(' ').filter((word) => word !== '')
  const found = await searchStore(ctx, { userId: run.userId, provider, words: wanted, most: agentMaxSearchedFiles })
  return rankByName(found, wanted)
}

const effectOf = ({ name, provider, url }: FoundFile): StepResult['effects'][number] => ({
  kind: 'file',
  label: composeText('Found “{file}” in {service}', {
    file: cleanLine(name, shownFileNameMaxLength),
    service: providerNames[provider],
  }),
  url,
})

const noneFound = (provider: FileProvider): StepResult => ({
  ...emptyStepResult,
  notes: [composeText('No fitting file was found in {service}.', { service: providerNames[provider] })],
})
