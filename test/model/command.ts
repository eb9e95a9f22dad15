import type fc from 'fast-check'
import { checkActions } from './check-actions.ts'
import { checkAlways } from './check-invariants.ts'
import type { RealSystem } from './real-system.ts'
import type { SortingModel } from './reference-model.ts'

export type Command = fc.AsyncCommand<SortingModel, RealSystem>

/** Runs one step and checks all invariants that hold at every moment. */
export function command(
  name: string,
  run: (model: SortingModel, real: RealSystem) => Promise<unknown>,
  check: (model: Readonly<SortingModel>) => boolean = () => true,
): Command {
  return {
    check,
    run: (model, real) => runChecked(name, model, real, () => run(model, real)),
    toString: () => name,
  }
}

/** @throws with the violations */
export async function runChecked(
  name: string,
  model: SortingModel,
  real: RealSystem,
  run: () => Promise<unknown>,
): Promise<void> {
  const before = { rights: { ...model.rights }, seen: real.lastSeen }
  await run()
  const after = { rights: model.rights, seen: await real.observe() }
  const violations = [...real.failures, ...checkAlways(model, after.seen), ...checkActions(model, { before, after })]
  if (violations.length > 0) throw new Error(`After ${name}:\n${violations.join('\n')}`)
}
