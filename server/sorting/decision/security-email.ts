import { composeText, joinMessages } from '../../../contract/compose-text.ts'
import type { DecidedBy, ReasonCode } from '../../../contract/reasons.ts'
import {
  type FolderToSort,
  type MessageToSort,
  type PhishingSign,
  type SecurityFinding,
  securityFindingFor,
} from '../../../packages/classifier/classifier.ts'
import { named } from './explanation-name.ts'

interface Likeliest {
  folderId: string
  confidence: number | null
}

/** A decision without the rule that security email stays. */
interface Decided {
  folderId: string | null
  confidence: number | null
  by: DecidedBy
  runnerUp: Likeliest | null
}

interface Kept {
  reason: ReasonCode
  explanation: string
  /** The folder that the email fits. */
  runnerUp: Likeliest | null
}

/**
 * Codes, notices about accounts and phishing stay in the inbox, whatever else decides. Null for other email, where the
 * folder that the email fits takes such email, and where a rule of the user leaves it in the inbox.
 */
export function keptUnread(
  mail: MessageToSort,
  folders: readonly (FolderToSort & { includesSecurityEmail?: boolean })[],
  { folderId, confidence, by, runnerUp }: Decided,
): Kept | null {
  const likeliest = folderId === null ? runnerUp : { folderId, confidence }
  const folder = folders.find(({ id }) => id === likeliest?.folderId)
  const finding = securityFindingFor(mail, folder ?? null)
  if (!finding) return null
  const isPhishing = finding.kind === 'phishing'
  if (folderId === null && by !== 'classifier' && !isPhishing) return null
  return {
    reason: reasons[finding.kind],
    explanation: explanationOf(finding, folder?.name ?? null),
    // No folder is offered for phishing.
    runnerUp: isPhishing || !folder ? null : likeliest,
  }
}

const reasons = {
  code: 'sign_in_code',
  account_security: 'account_security',
  phishing: 'phishing',
} as const satisfies Record<SecurityFinding['kind'], ReasonCode>

/** More would hide the strongest ones. */
const maxSigns = 3

/** @param folder that the email fits; null where none does */
function explanationOf({ kind, signs }: SecurityFinding, folder: string | null): string {
  if (kind === 'phishing')
    return joinMessages([phishing, ...signs.slice(0, maxSigns).map((sign) => signTexts[sign])], '; ')
  if (folder === null) return alone[kind]
  const values = { folder: named(folder) }
  return kind === 'code'
    ? composeText('It has a code or link to sign in, so it stays in the inbox instead of “{folder}”', values)
    : composeText('It is about the security of an account, so it stays in the inbox instead of “{folder}”', values)
}

const phishing = composeText('It looks like phishing, so it stays in the inbox')

const alone = {
  code: composeText('It has a code or link to sign in, so it stays in the inbox'),
  account_security: composeText('It is about the security of an account, so it stays in the inbox'),
} as const

const signTexts: Record<PhishingSign, string> = {
  sender: composeText('the sender’s address does not fit its name'),
  reply_address: composeText('replies go to another domain'),
  web_page: composeText('a web page is attached'),
  mailbox: composeText('it is about a full or expiring mailbox'),
  threat: composeText('it threatens you with a loss'),
  demand: composeText('it asks for a sign-in or for personal data'),
  hurry: composeText('it urges you to hurry'),
  payment: composeText('it asks for money'),
}
