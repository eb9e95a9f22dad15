import { storedDropbox } from './dropbox/stored-dropbox.ts'
import { storedGoogle } from './google/stored-google.ts'
import { storedImap } from './imap/stored-imap.ts'
import { storedKit } from './kit/stored-kit.ts'
import { storedMicrosoft } from './microsoft/stored-microsoft.ts'
import type { SandboxState } from './sandbox-state.ts'
import { storedArrivals } from './seeds/stored-arrivals.ts'
import type { StoredPart } from './storage/stored-part.ts'
import { storedStripe } from './stripe/stored-stripe.ts'
import { storedTeamleader } from './teamleader/stored-teamleader.ts'

/** In the order in which they are restored: the clock is part of the first one. */
export const storedParts = (sandbox: SandboxState): readonly StoredPart[] => [
  storedKit(sandbox),
  storedMicrosoft(sandbox),
  storedGoogle(sandbox),
  storedDropbox(sandbox),
  storedTeamleader(sandbox),
  storedStripe(sandbox),
  storedImap(sandbox),
  storedArrivals(sandbox),
]
