import { createHash } from 'node:crypto'

/** A Google account. Clients identify it by `sub`, because the address can change. */
export type GoogleAccount = {
  /** 21 digits, derived from the first address of the account. */
  sub: string
  email: string
  name: string
  givenName: string
  familyName: string
  emailVerified: boolean
  /** The domain of the organization; null for a personal account. */
  hd: string | null
  disabled: boolean
}

export type GoogleAccounts = Map<string, GoogleAccount>

export type GoogleAccountSeed = {
  email: string
  name?: string | undefined
  emailVerified?: boolean | undefined
  hd?: string | null | undefined
  disabled?: boolean | undefined
}

/** Missing properties are not changed. */
type GoogleAccountChange = { [Name in keyof GoogleAccountSeed]?: GoogleAccountSeed[Name] | undefined }

export class GoogleAccountExists extends Error {}

/** @throws PersonExists where the address is taken */
export function createGoogleAccount(accounts: GoogleAccounts, seed: GoogleAccountSeed): GoogleAccount {
  const email = seed.email.trim()
  refuseTaken(accounts, email)
  const account: GoogleAccount = {
    sub: freeSub(accounts, email.toLowerCase()),
    email,
    ...namesOf(seed.name ?? nameFrom(email)),
    emailVerified: seed.emailVerified ?? true,
    hd: seed.hd ?? null,
    disabled: seed.disabled ?? false,
  }
  accounts.set(account.sub, account)
  return account
}

/** @throws PersonExists where the new address is taken */
export function updateGoogleAccount(
  accounts: GoogleAccounts,
  account: GoogleAccount,
  change: GoogleAccountChange,
): void {
  const email = change.email?.trim()
  if (email !== undefined && email.toLowerCase() !== account.email.toLowerCase()) refuseTaken(accounts, email)
  Object.assign(account, {
    email: email ?? account.email,
    ...(change.name === undefined ? {} : namesOf(change.name)),
    emailVerified: change.emailVerified ?? account.emailVerified,
    hd: change.hd === undefined ? account.hd : change.hd,
    disabled: change.disabled ?? account.disabled,
  })
}

export function findGoogleAccount(accounts: GoogleAccounts, email: string): GoogleAccount | undefined {
  const wanted = email.trim().toLowerCase()
  return [...accounts.values()].find((account) => account.email.toLowerCase() === wanted)
}

function refuseTaken(accounts: GoogleAccounts, email: string): void {
  if (findGoogleAccount(accounts, email)) throw new GoogleAccountExists(`there is a Google account ${email} already`)
}

/** An address that an earlier account gave up gets another `sub`. */
function freeSub(accounts: GoogleAccounts, email: string): string {
  for (let attempt = 0; ; attempt++) {
    const digest = createHash('sha256').update(`google ${attempt} ${email}`).digest()
    const digits = (offset: number) => (digest.readBigUInt64BE(offset) % 10n ** 10n).toString().padStart(10, '0')
    const sub = `1${digits(0)}${digits(8)}`
    if (!accounts.has(sub)) return sub
  }
}

function namesOf(name: string) {
  const [givenName = name, ...rest] = name.trim().split(/\s+/)
  return { name, givenName, familyName: rest.join(' ') }
}

function nameFrom(email: string): string {
  const words = (email.split('@')[0] ?? email).split(/[._-]+/).filter(Boolean)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
