import type { GraphAnswer, GraphCall, Route } from './graph-call.ts'
import { graphBase } from './graph-call.ts'
import { pick, readSelect } from './select.ts'

const PROPERTIES = [
  'businessPhones',
  'displayName',
  'givenName',
  'jobTitle',
  'mail',
  'mobilePhone',
  'officeLocation',
  'preferredLanguage',
  'surname',
  'userPrincipalName',
  'id',
  'userType',
]

function getMe(call: GraphCall): GraphAnswer {
  const { account } = call.mailbox
  const [givenName, ...rest] = account.displayName.split(' ')
  const user: Record<string, unknown> = {
    businessPhones: [],
    displayName: account.displayName,
    givenName: givenName ?? null,
    jobTitle: null,
    mail: account.mail,
    mobilePhone: null,
    officeLocation: null,
    preferredLanguage: null,
    surname: rest.join(' ') || null,
    userPrincipalName: account.userPrincipalName,
    id: account.id,
  }
  const chosen = readSelect(call.request.query, 'microsoft.graph.user', new Set(PROPERTIES))
  if (chosen?.has('userType')) user.userType = account.kind === 'guest' ? 'Guest' : 'Member'
  return {
    status: 200,
    body: { '@odata.context': `${graphBase(call.request)}/$metadata#users/$entity`, ...pick(user, chosen) },
  }
}

/** A call to the directory: the limits of mail do not apply. */
export const meRoutes: readonly Route[] = [
  { method: 'GET', pattern: 'me', scopes: ['User.Read'], mail: false, run: getMe },
]
