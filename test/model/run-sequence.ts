import fc from 'fast-check'
import { expect } from 'vitest'
import { startApp } from '../kit/start-app.ts'
import { destinations } from './actions-of-folder.ts'
import { checkActionsAtRest } from './check-actions.ts'
import { checkAtRest } from './check-invariants.ts'
import { runChecked, type Command } from './command.ts'
import type { MailServerKind } from './mail-servers.ts'
import { RealSystem } from './real-system.ts'
import { addMessage, createModel, healFaults, switchOn, type SortingModel } from './reference-model.ts'

/**
 * Runs the commands on a mailbox of its own, ends all faults, and checks what holds then.
 * @param counted emails that count against the monthly limit before
 */
export async function runSequence(kind: MailServerKind, counted: number, sequence: Iterable<Command>): Promise<void> {
  // Of its own, so that a run that is repeated alone begins with the same state and date.
  await using app = await startApp({ mailServers: kind === 'imap' })
  await using real = await RealSystem.start(app, kind, counted)
  const model = await startModel(real, counted)
  await fc.asyncModelRun(() => ({ model, real }), sequence)
  await comeToRest(model, real)
}

async function startModel(real: RealSystem, counted: number): Promise<SortingModel> {
  const model = createModel(new Map([[real.month(), counted]]), {
    destination: destinations[0],
    mayLoseSends: !real.server.confirmsSends,
  })
  const { messages } = await real.observe()
  for (const [id, { folder }] of messages) addMessage(model, id, { folder, arrivedAt: real.app.clock.now() })
  return model
}

/** Long enough for the last attempt of an action, which waits for eight hours. */
const restPauses = ['16 min', '16 min', '16 min', '16 min', '9 h', '9 h']

/** Ends everything that stands in the way, and checks what holds once the backlog is drained. */
async function comeToRest(model: SortingModel, real: RealSystem): Promise<void> {
  await runChecked('the end of faults', model, real, () => endHindrances(model, real))
  let violations: string[] = []
  for (const pause of restPauses) {
    await runChecked(`a pause of ${pause} at rest`, model, real, async () => {
      await real.advance(pause)
      await real.work()
    })
    violations = [...checkAtRest(model, real.lastSeen), ...checkActionsAtRest(model, real.lastSeen)]
    if (violations.length === 0) return
  }
  throw new Error(`At rest:\n${violations.join('\n')}`)
}

async function endHindrances(model: SortingModel, real: RealSystem): Promise<void> {
  const { app } = real
  await app.control('DELETE', '/control/faults')
  healFaults(model, app.clock.now())
  await real.leaveNode()
  await real.stop('nothing')
  model.rights.stopped = 'nothing'
  await real.actions.pause(false)
  model.rights.paused = false
  await real.server.restoreSignIn()
  if (real.lastSeen.mailboxStatus === 'reauth_required' || !model.isGranted) await real.connect()
  model.isGranted = true
  // The mail server may have asked for a pause of minutes.
  await real.advance('10 min')
  await real.switchOn()
  expect(await real.isRealTime(), 'Switching on is refused although every fault has ended').toBe(true)
  switchOn(model, app.clock.now())
}
