import type { Kit } from '../kit/kit.ts'
import type { AuthorizationCode } from '../kit/oauth/authorization-code.ts'
import type { Flows } from '../kit/oauth/authorization-endpoint.ts'
import { guidOf } from '../kit/random.ts'
import type { Contact, Deal } from './model.ts'

/** A user. Each one has its own Teamleader account with contacts and deals. */
export type User = {
  id: string
  accountId: string
  email: string
  firstName: string
  lastName: string
  contacts: Map<string, Contact>
  deals: Map<string, Deal>
  /** The deal phases, in order. */
  phases: { id: string; name: string }[]
  /** The number of created contacts and deals; ids derive from it. */
  counter: number
  /** Times of the calls in the window of the rate limit, oldest first. */
  calls: number[]
}

/** One consent, until the user withdraws it. */
export type Grant = { user: User; ended: boolean }
type Code = AuthorizationCode & { grant: Grant }
type AccessToken = { grant: Grant; expiresAt: number }

export type Teamleader = {
  users: Map<string, User>
  codes: Map<string, Code>
  accessTokens: Map<string, AccessToken>
  /** A token is deleted when it is used: it works once. */
  refreshTokens: Map<string, { grant: Grant }>
  flows: Flows
  /** The number of resets. It is part of ids, so that no id from before a reset occurs again. */
  epoch: number
}

export type TeamleaderSandbox = Kit & { teamleader: Teamleader }

const PHASES = ['New', 'Contacted', 'Quotation sent', 'Accepted']

export function createTeamleader(): Teamleader {
  return {
    users: new Map(),
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    flows: new Map(),
    epoch: 0,
  }
}

export function resetTeamleader(teamleader: Teamleader): void {
  Object.assign(teamleader, createTeamleader(), { epoch: teamleader.epoch + 1 })
}

export function findUser({ users }: Teamleader, email: string): User | undefined {
  return users.get(email.trim().toLowerCase())
}

type UserSeed = { email: string; firstName?: string | undefined; lastName?: string | undefined }

export class UserExists extends Error {}

export function createUser(teamleader: Teamleader, { email, firstName, lastName }: UserSeed): User {
  const address = email.trim()
  if (findUser(teamleader, address)) throw new UserExists(`there is a Teamleader account ${address} already`)
  const key = `teamleader ${teamleader.epoch} ${address.toLowerCase()}`
  const [first = address, ...rest] = (address.split('@')[0] ?? address)
    .split(/[._-]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const user: User = {
    id: guidOf(`user ${key}`),
    accountId: guidOf(`account ${key}`),
    email: address,
    firstName: firstName ?? first,
    lastName: lastName ?? rest.join(' '),
    contacts: new Map(),
    deals: new Map(),
    phases: PHASES.map((name) => ({ id: guidOf(`phase ${name} ${key}`), name })),
    counter: 0,
    calls: [],
  }
  teamleader.users.set(address.toLowerCase(), user)
  return user
}

export function nextId(user: User, type: string): string {
  return guidOf(`${type} ${user.accountId} ${++user.counter}`)
}
