import { createHash } from 'node:crypto'
import { type Folder, newRoot } from './file-tree.ts'

/** A Dropbox account with its files. */
export type Account = {
  /** `dbid:` and 35 characters, derived from the first address of the account. */
  accountId: string
  /** The number of the account as text, as in token responses. */
  uid: string
  /** The number of the root namespace, as in `ns:123/folder`. */
  namespace: string
  email: string
  name: string
  emailVerified: boolean
  /** Every call is refused with the error `user_suspended`. */
  suspended: boolean
  /** In bytes. */
  quota: number
  root: Folder
  /** The number of created ids and revisions; the next ones derive from it. */
  counter: number
  /** A write is running. With the setting `lockContention` a second one is refused. */
  writing: boolean
}

export type AccountSeed = {
  email: string
  name?: string | undefined
  emailVerified?: boolean | undefined
  suspended?: boolean | undefined
  quota?: number | undefined
}

/** Missing properties are not changed. */
type AccountChange = Omit<AccountSeed, 'email'>

/** By lower-case address. */
export type Accounts = Map<string, Account>

export class AccountExists extends Error {}

/** A Basic account: 2 GB. */
const QUOTA = 2 * 2 ** 30

/** @throws AccountExists where the address is taken */
export function createAccount(accounts: Accounts, seed: AccountSeed): Account {
  const email = seed.email.trim()
  if (findAccount(accounts, email)) throw new AccountExists(`there is a Dropbox account ${email} already`)
  const digest = createHash('sha256').update(`dropbox ${email.toLowerCase()}`).digest()
  const account: Account = {
    accountId: `dbid:${digest.toString('base64url').slice(0, 35)}`,
    uid: String(digest.readUInt32BE(0)),
    namespace: String(digest.readUInt32BE(4)),
    email,
    name: seed.name ?? nameFrom(email),
    emailVerified: seed.emailVerified ?? true,
    suspended: seed.suspended ?? false,
    quota: seed.quota ?? QUOTA,
    root: newRoot(),
    counter: 0,
    writing: false,
  }
  accounts.set(email.toLowerCase(), account)
  return account
}

export function changeAccount(account: Account, change: AccountChange): void {
  account.name = change.name ?? account.name
  account.emailVerified = change.emailVerified ?? account.emailVerified
  account.suspended = change.suspended ?? account.suspended
  account.quota = change.quota ?? account.quota
}

export function findAccount(accounts: Accounts, email: string): Account | undefined {
  return accounts.get(email.trim().toLowerCase())
}

function nameFrom(email: string): string {
  const words = (email.split('@')[0] ?? email).split(/[._-]+/).filter(Boolean)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
