import { createOutlook } from '../microsoft/outlook.ts'
import { createClock } from './clock.ts'
import { defaultConfig } from './config.ts'
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
    faults: createFaults(clock.now, random.chance),
    journal: createJournal(),
    outbox: createOutbox(),
    outlook: createOutlook(clock, random),
    onReset: [],
  }
}

/** Everything as at the start, without demo mail. The clock stays where it is: time does not go back. */
export async function resetWorld(world: World): Promise<void> {
  world.demo = false
  world.config = defaultConfig()
  world.faults.replace([])
  world.journal.clear()
  world.outbox.mails.length = 0
  world.outlook.mailboxes.clear()
  world.outlook.epoch++
  for (const reset of world.onReset) await reset()
}
