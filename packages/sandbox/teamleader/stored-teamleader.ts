import { COUNTER_GAP, type StoredPart } from '../storage/stored-part.ts'
import { createTeamleader, type Teamleader, type TeamleaderSandbox } from './state.ts'

export function storedTeamleader({ teamleader }: TeamleaderSandbox): StoredPart {
  return {
    name: 'teamleader',
    capture: (): Teamleader => teamleader,
    restore(stored: Teamleader) {
      Object.assign(teamleader, createTeamleader(), stored)
      for (const user of teamleader.users.values()) user.counter += COUNTER_GAP
    },
  }
}
