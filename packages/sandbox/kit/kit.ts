import { createClock, type Clock, type StandingTime } from './clock.ts'
import { type Config, defaultConfig } from './config.ts'
import { createFaults, type Faults } from './faults.ts'
import { createJournal, type Journal } from './journal.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createRandom, type Random } from './random.ts'

/**
 * What all simulated services share. Each service adds its own state to it (`GoogleSandbox` is the kit and Google's
 * state), so no service knows another one; `sandbox-state.ts` puts all of them together.
 */
export type Kit = {
  /** The base URL of the sandbox, without a trailing slash. Empty until it listens. */
  url: string
  demo: boolean
  /** The folder that keeps the state across restarts; null where it is in memory only. */
  stateDir: string | null
  clock: Clock
  random: Random
  /** Changed in place, so that a reference to it stays current. */
  config: Config
  faults: Faults
  journal: Journal
  outbox: Outbox
  /** Run by a reset, for services that keep state in closures. */
  onReset: (() => void | Promise<void>)[]
  /** Called after each change of the state. Does nothing unless the state is stored. */
  changed: () => void
}

const SEED = 20_260_101

export type KitOptions = { demo: boolean; stateDir?: string | null; standing?: StandingTime | undefined }

export function createKit(options: KitOptions): Kit {
  const clock = createClock({ standing: options.standing, onTimer: () => kit.changed() })
  const random = createRandom(SEED)
  const kit: Kit = {
    url: '',
    demo: options.demo,
    stateDir: options.stateDir ?? null,
    clock,
    random,
    config: { ...defaultConfig(), naturalFaults: options.demo },
    faults: createFaults(
      () => clock.now(),
      (probability) => random.chance(probability),
    ),
    journal: createJournal(),
    outbox: createOutbox(),
    onReset: [],
    changed: () => {},
  }
  return kit
}

/** Back to the start, with the demo off. */
export function resetKit(kit: Kit): void {
  kit.demo = false
  kit.clock.reset()
  kit.random.restart()
  Object.assign(kit.config, defaultConfig())
  kit.faults.replace([])
  kit.journal.clear()
  kit.outbox.mails.length = 0
}
