import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/**
 * `npm run test:model -- --runs 200`: many runs of the model. A failure prints the command that repeats it, with
 * `--seed=…`, `--path` and, where it was shortened, `--commands`. `--shrink` searches for a shorter sequence,
 * `--kind imap` drives a mailbox of this kind only.
 */
const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { kind: text, runs: text, seed: text, path: text, commands: text, shrink: { type: 'boolean' } },
})
const settings = {
  MODEL_KIND: values.kind,
  MODEL_RUNS: values.runs,
  MODEL_SEED: values.seed,
  MODEL_PATH: values.path,
  MODEL_REPLAY_PATH: values.commands,
  MODEL_SHRINK: values.shrink ? 'yes' : undefined,
}
const env = {
  ...process.env,
  ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
}
const { status } = spawnSync('vitest', ['run', '--project', 'long', 'test/model/sorting-model.long.test.ts'], {
  stdio: 'inherit',
  env,
})
process.exitCode = status ?? 1
