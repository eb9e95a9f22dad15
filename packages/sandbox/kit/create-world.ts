import { createDropbox, resetDropbox } from '../dropbox/state.ts'
import { createGoogle, resetGoogle } from '../google/state.ts'
import { createDrives, resetDrives } from '../microsoft/drive/state.ts'
import { createEntra, resetEntra } from '../microsoft/entra/state.ts'
import { createDeliveries } from '../microsoft/notify/deliver.ts'
import { createSubscriptions } from '../microsoft/notify/subscription.ts'
import { createOutlook } from '../microsoft/outlook.ts'
import { createStripe, resetStripe } from '../stripe/state.ts'
import { createTeamleader, resetTeamleader } from '../teamleader/state.ts'
import { createClock } from './clock.ts'
import { type Config, defaultConfig } from './config.ts'
import { createFaults } from './faults.ts'
import { createJournal } from './journal.ts'
import { createOutbox } from './outbox.ts'
import { createRandom } from './random.ts'
import type { World } from './world.ts'

const SEED = 20_260_101

export function createWorld(options: { demo: boolean }): World {
  const clock = createClock()
  const random = createRandom(SEED)
  return {
    url: '',
    demo: options.demo,
    clock,
    random,
    config: { ...defaultConfig(), naturalFaults: options.demo },
    faults: createFaults(
      () => clock.now(),
      (probability) => random.chance(probability),
    ),
    journal: createJournal(),
    outbox: createOutbox(),
    outlook: createOutlook(clock, random),
    entra: createEntra(),
    drives: createDrives(),
    google: createGoogle(),
    dropbox: createDropbox(),
    teamleader: createTeamleader(),
    stripe: createStripe(),
    subscriptions: createSubscriptions(),
    deliveries: createDeliveries(),
    deltas: new Map(),
    uploads: new Map(),
    welcome: null,
    onReset: [],
  }
}

export function setConfig(world: World, config: Config): void {
  world.config = config
  world.outlook.lag = { change: config.deltaDelayMs, arrival: config.deltaMoveGapMs }
}

/** Everything as at the start, without demo mail. */
export async function resetWorld(world: World): Promise<void> {
  world.demo = false
  world.clock.reset()
  world.random.restart()
  setConfig(world, defaultConfig())
  world.faults.replace([])
  world.journal.clear()
  world.outbox.mails.length = 0
  world.outlook.mailboxes.clear()
  world.outlook.epoch++
  resetEntra(world.entra)
  resetDrives(world.drives)
  resetGoogle(world.google)
  resetDropbox(world.dropbox)
  resetTeamleader(world.teamleader)
  resetStripe(world.stripe)
  world.deliveries = createDeliveries()
  world.deltas.clear()
  world.uploads.clear()
  world.subscriptions = createSubscriptions()
  for (const reset of world.onReset) await reset()
}
