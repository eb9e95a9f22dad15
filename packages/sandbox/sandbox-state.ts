import { createDropbox, type DropboxSandbox, resetDropbox } from './dropbox/state.ts'
import { createGoogle, type GoogleSandbox, resetGoogle } from './google/state.ts'
import { createImap, type ImapSandbox, resetImap } from './imap/state.ts'
import { createKit, type KitOptions, resetKit } from './kit/kit.ts'
import { createMicrosoft, type MicrosoftSandbox, resetMicrosoft } from './microsoft/state.ts'
import type { Arrivals } from './seeds/arrivals.ts'
import { createStripe, resetStripe, type StripeSandbox } from './stripe/stripe-state.ts'
import { createTeamleader, resetTeamleader, type TeamleaderSandbox } from './teamleader/state.ts'

/** The state of a sandbox with all its services. Only the composition, the front page and the demo know all of it. */
export type SandboxState = MicrosoftSandbox &
  GoogleSandbox &
  DropboxSandbox &
  TeamleaderSandbox &
  ImapSandbox &
  StripeSandbox & { arrivals: Arrivals }

export function createSandboxState(options: KitOptions): SandboxState {
  const kit = createKit(options)
  // The same object: the kit's own parts call functions that are set later.
  return Object.assign(kit, createMicrosoft(kit), {
    google: createGoogle(),
    dropbox: createDropbox(),
    teamleader: createTeamleader(),
    stripe: createStripe(),
    imap: createImap(),
    arrivals: new Map(),
  })
}

/** Restores the state at the start, without demo data. */
export async function resetSandbox(state: SandboxState): Promise<void> {
  resetKit(state)
  resetMicrosoft(state)
  resetGoogle(state.google)
  resetDropbox(state.dropbox)
  resetTeamleader(state.teamleader)
  resetStripe(state.stripe)
  resetImap(state.imap)
  state.arrivals.clear()
  for (const reset of state.onReset) await reset()
}
