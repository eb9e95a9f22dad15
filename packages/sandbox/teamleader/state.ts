import { guidOf } from '../kit/random.ts'
import type { Contact, Deal } from './model.ts'

/** A person's login. Each has a Teamleader account of their own, with its contacts and deals. */
export type User = {
  id: string
  accountId: string
  email: string
  firstName: string
  lastName: string
  contacts: Map<string, Contact>
  deals: Map<string, Deal>
  /** The pipeline, from its first phase. */
  phases: { id: string; name: string }[]
  /** How many contacts and deals there ever were; ids are made from it. */
  counter: number
  /** Times of the calls of the last minute, oldest first. */
  calls: number[]
}

/** One consent. It ends where the person takes it back. */
export type Grant = { user: User; ended: boolean }
export type Code = { grant: Grant; redirectUri: string; expiresAt: number }
export type AccessToken = { grant: Grant; expiresAt: number }

export type Teamleader = {
  users: Map<string, User>
  codes: Map<string, Code>
  accessTokens: Map<string, AccessToken>
  /** Each is taken out when it is used: it works once. */
  refreshTokens: Map<string, Grant>
  /** Pages that were shown and not answered yet: the query each was asked with. */
  flows: Map<string, Record<string, string>>
  /** Goes up with every reset, so that ids of before one are never met again. */
  epoch: number
}

export const APP = { clientId: 'mailroom-sandbox', secret: 'mailroom-sandbox-secret', name: 'Mailroom' }

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

export type UserSeed = { email: string; firstName?: string | undefined; lastName?: string | undefined }

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
