/** What a fault does to one call: fields of the sandbox's `PUT /control/faults`. */
interface FaultKind {
  rule: object
  /** The provider is down or busy: background work has to succeed afterwards without its user. */
  isTemporary: boolean
  /** No call for the account may be made earlier. */
  retryAfterSeconds?: number
  /** No end of the response arrives: only the client's time limit ends the call. */
  isEndless?: boolean
  /** A complete response with another body. */
  hasOtherBody?: boolean
}

const down = (rule: object): FaultKind => ({ rule, isTemporary: true })
const endless = (rule: object): FaultKind => ({ ...down(rule), isEndless: true })
const otherBody = (rule: object): FaultKind => ({ ...down(rule), hasOtherBody: true })
const refused = (status: number): FaultKind => ({ rule: { status }, isTemporary: false })
const retryAfterSeconds = 40 * 60

/** The faults of every outgoing call, by name. `after`: the call has taken effect. */
const httpFaults = {
  refused: down({ drop: true }),
  'reset-before': down({ action: 'reset' }),
  'reset-after': down({ action: 'reset', when: 'after' }),
  hangs: endless({ action: 'hang' }),
  'hangs-after': endless({ action: 'hang', when: 'after' }),
  drips: endless({ action: 'endless' }),
  '401': refused(401),
  '403': refused(403),
  '404': refused(404),
  '409': refused(409),
  '410': refused(410),
  '412': refused(412),
  '429': down({ status: 429 }),
  '429-retry-after': { ...down({ status: 429, retryAfter: retryAfterSeconds }), retryAfterSeconds },
  '500': down({ status: 500 }),
  '503': down({ status: 503 }),
  '507': refused(507),
  '504-after': down({ status: 504, when: 'after' }),
  cut: down({ action: 'cut' }),
  malformed: otherBody({ action: 'malformed' }),
  'other-json': otherBody({ status: 200, when: 'after', body: { unexpected: true }, contentType: 'application/json' }),
} as const satisfies Record<string, FaultKind>

/** Replies of a mail server: 4yz is temporary, 5yz permanent (RFC 5321, 4.2.1). */
const smtpFaults = {
  refused: down({ drop: true }),
  'reset-after': down({ drop: true, when: 'after' }),
  hangs: endless({ action: 'hang' }),
  'hangs-after': endless({ action: 'hang', when: 'after' }),
  drips: endless({ action: 'endless' }),
  '421': down({ status: 421 }),
  '451': down({ status: 451 }),
  '451-after': down({ status: 451, when: 'after' }),
  '503': down({ status: 503 }),
  '550': refused(550),
} as const satisfies Record<string, FaultKind>

/** Of the mail server's replies only the last one can be lost after the effect. */
const recipientFaults = Object.fromEntries(Object.entries(smtpFaults).filter(([, { rule }]) => !('when' in rule)))

/** Responses of an IMAP server (RFC 3501, 7.1; RFC 5530). `after`: the command was carried out. */
const imapFaults = {
  dropped: down({ drop: true }),
  'dropped-after': down({ drop: true, when: 'after' }),
  hangs: endless({ action: 'hang' }),
  'hangs-after': endless({ action: 'hang', when: 'after' }),
  drips: endless({ action: 'endless' }),
  unavailable: down({ status: 503, error: 'UNAVAILABLE' }),
  'unavailable-after': down({ status: 503, error: 'UNAVAILABLE', when: 'after' }),
  bad: down({ status: 400 }),
  no: refused(409),
} as const satisfies Record<string, FaultKind>

export const httpFaultNames: readonly string[] = Object.keys(httpFaults)

export function faultsOf({ service, method }: { service: string; method: string }): Record<string, FaultKind> {
  if (service === 'imap') return imapFaults
  if (service !== 'smtp') return httpFaults
  return method === 'DATA' ? smtpFaults : recipientFaults
}
export type { FaultKind }
