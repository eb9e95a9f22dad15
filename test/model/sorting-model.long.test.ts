import fc from 'fast-check'
import { test } from 'vitest'
import { z } from 'zod'
import type { MailServerKind } from './mail-servers.ts'
import { wholeSequence } from './rare-sequence.ts'
import { runSequence } from './run-sequence.ts'
import { sortingCommands } from './sorting-commands.ts'

const runs = Number(process.env['MODEL_RUNS'] ?? 3)
const seed = process.env['MODEL_SEED']
const path = process.env['MODEL_PATH']
const replayPath = process.env['MODEL_REPLAY_PATH']
const Kinds = z.array(z.enum(['outlook', 'imap']))
const kinds: MailServerKind[] = Kinds.parse((process.env['MODEL_KIND'] ?? 'outlook,imap').split(','))
/** Few runs with many commands each: a run begins with the work of connecting a mailbox. */
const maxCommands = 120
/** The free plan's limit is 100: some runs reach it. */
const countedBefore = [0, 94, 99]

test.each(kinds)(
  'no sequence of events loses an email, doubles an effect or overrides the user: %s',
  { timeout: 0 },
  async (kind) => {
    const commands = fc.commands(sortingCommands, {
      maxCommands,
      size: 'max',
      ...(replayPath === undefined ? {} : { replayPath }),
    })
    const property = fc.asyncProperty(fc.constantFrom(...countedBefore), commands, (counted, sequence) =>
      runSequence(kind, counted, sequence),
    )
    const result = await fc.check(property, {
      // A run takes some seconds: only one that hangs takes so long.
      timeout: 900_000,
      // Biased runs would be short ones.
      unbiased: true,
      numRuns: path === undefined ? runs : 1,
      endOnFailure: process.env['MODEL_SHRINK'] === undefined,
      ...(seed === undefined ? {} : { seed: Number(seed) }),
      ...(path === undefined ? {} : { path }),
    })
    if (result.failed) throw new Error(describeFailure(kind, result), { cause: result.errorInstance })
  },
)

test.runIf(kinds.includes('imap') && path === undefined)(
  'the rules hold for IMAP in the whole sequence that random ones rarely contain',
  { timeout: 0 },
  () => runSequence('imap', 92, wholeSequence),
)

interface Failure {
  seed: number
  counterexamplePath: string | null
  counterexample: unknown
  errorInstance: unknown
}

function describeFailure(
  kind: MailServerKind,
  { seed: failed, counterexamplePath, counterexample, errorInstance }: Failure,
): string {
  const at = /replayPath="([^"]*)"/.exec(fc.stringify(counterexample))?.[1]
  const replay = [`--kind ${kind}`, `--seed=${failed}`, `--path ${counterexamplePath ?? '0'}`]
  if (at && counterexamplePath?.includes(':')) replay.push(`--commands '${at}'`)
  return [
    errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
    `Commands: ${fc.stringify(counterexample)}`,
    `Repeat it: npm run test:model -- ${replay.join(' ')}`,
    'Add --shrink to search for a shorter sequence.',
  ].join('\n')
}
