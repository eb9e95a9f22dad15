import { z } from 'zod'

/**
 * A signed-in user of the product's HTTP API. The demo account and the command line make the same calls as the page.
 */
export interface User {
  email: string
  accessToken: string
  userId: string
}

const Session = z.object({ access_token: z.string(), user: z.object({ id: z.string() }) })
const Connected = z.object({ url: z.string() })

export interface Product {
  url: string
  anonKey: string
}

export async function openProduct(url: string): Promise<Product> {
  const config = await fetch(`${url}/config.json`)
  return { url, anonKey: z.object({ anonKey: z.string() }).parse(await config.json()).anonKey }
}

/** Signs in, or signs up where the account does not exist. */
export async function signInOrUp(product: Product, email: string, password: string): Promise<User> {
  const signedIn = await signIn(product, email, password)
  return signedIn.ok ? userFromSession(signedIn, email) : signUp(product, email, password)
}

/**
 * Signs in, or creates the account as the operator: whoever may sign up, and without an email that confirms the
 * address.
 * @param serviceKey the operator's key, see `apiKeysOf`
 */
export async function signInOrCreate(
  product: Product,
  serviceKey: string,
  { email, password }: { email: string; password: string },
): Promise<User> {
  const signedIn = await signIn(product, email, password)
  if (signedIn.ok) return userFromSession(signedIn, email)
  const account = { email, password, email_confirm: true }
  const created = await postAuth(product, 'admin/users', account, { authorization: `Bearer ${serviceKey}` })
  if (!created.ok) throw new Error(`The account ${email} could not be created: ${await created.text()}`)
  return userFromSession(await signIn(product, email, password), email)
}

const signIn = (product: Product, email: string, password: string): Promise<Response> =>
  postAuth(product, 'token?grant_type=password', { email, password })

/** Signs up without trying to sign in first, which saves a password hash for a new address. */
export const signUp = async (product: Product, email: string, password: string): Promise<User> =>
  userFromSession(await postAuth(product, 'signup', { email, password }), email)

const postAuth = (product: Product, path: string, body: object, headers: object = {}): Promise<Response> =>
  fetch(`${product.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: product.anonKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

async function userFromSession(answer: Response, email: string): Promise<User> {
  if (!answer.ok) throw new Error(`Signing in as ${email} was refused: ${await answer.text()}`)
  const session = Session.parse(await answer.json())
  return { email, accessToken: session.access_token, userId: session.user.id }
}

export async function callFunction(product: Product, person: User, name: string, body: object): Promise<unknown> {
  const answer = await fetch(`${product.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.accessToken}`,
      apikey: product.anonKey,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${name} returned ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** @param query the part after `/rest/v1/` */
export async function readTable(
  product: Product,
  person: User,
  query: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = {
    authorization: `Bearer ${person.accessToken}`,
    apikey: product.anonKey,
    'content-type': 'application/json',
  }
  const answer = await fetch(`${product.url}/rest/v1/${query}`, { ...init, headers: { ...headers, ...init.headers } })
  if (!answer.ok) throw new Error(`${query} returned ${answer.status}: ${await answer.text()}`)
  return answer
}

/**
 * Connects a sandbox mailbox: opens Microsoft's sign-in page, accepts as the account and follows the redirect back.
 * @param again a connected mailbox, and whether to allow it to send
 * @returns the mailbox's id
 */
export async function connectMailbox(
  product: Product,
  person: User,
  account: string,
  again: { mailboxId?: string; sending?: true } = {},
): Promise<string> {
  const request = { action: 'authorize', ...again }
  const { url } = Connected.parse(await callFunction(product, person, 'mail-authentication', request))
  const back = await submitConsent(url, account)
  const arrived = await fetch(back, { redirect: 'manual' })
  const target = new URL(arrived.headers.get('location') ?? '', product.url)
  const mailboxId = target.searchParams.get('mailbox_id')
  if (!mailboxId) throw new Error(`Connecting ${account} failed: ${target.search}`)
  return mailboxId
}

/** Submits the forms of the consent page until it redirects to the product's callback. */
async function submitConsent(url: string, account: string): Promise<string> {
  let answer = await fetch(url, { redirect: 'manual' })
  for (let step = 0; step < 5; step++) {
    const location = answer.headers.get('location')
    if (location) {
      const next = new URL(location, answer.url || url)
      if (next.pathname === '/api/microsoft/callback') return next.href
      answer = await fetch(next, { redirect: 'manual' })
      continue
    }
    const html = await answer.text()
    const form = new URLSearchParams(hiddenFields(html))
    form.set('account', account)
    form.set('decision', 'accept')
    const action = /<form[^>]*action="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    answer = await fetch(new URL(action || url, url), { method: 'POST', body: form, redirect: 'manual' })
  }
  throw new Error('The consent page did not redirect to the callback')
}

function hiddenFields(html: string): [string, string][] {
  const inputs = html.match(/<input[^>]*type="hidden"[^>]*>/g) ?? []
  const attribute = (input: string, name: string): string =>
    new RegExp(`${name}="([^"]*)"`)
      .exec(input)?.[1]
      ?.replaceAll('&amp;', '&')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'") ?? ''
  return inputs.map((input) => [attribute(input, 'name'), attribute(input, 'value')])
}
