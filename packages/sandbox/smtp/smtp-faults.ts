import { setTimeout as realDelay } from 'node:timers/promises'
import { connectionOf, isConnectionLost } from '../kit/fault-effects.ts'
import type { Fault } from '../kit/faults.ts'
import type { MicrosoftSandbox } from '../microsoft/state.ts'
import { refusal, type Refusal } from './smtp-refusal.ts'

/** Effect of a fault on one SMTP step: an error reply, or a connection that is cut, hangs, or never ends its reply. */
export type SmtpFaultEffect = { refusal: Refusal | null; lost: 'cut' | 'hang' | 'endless' | null }

const NONE: SmtpFaultEffect = { refusal: null, lost: null }

/**
 * Fault before `RCPT` (one recipient) or `DATA` (all recipients, separated by commas). The step is the fault's method,
 * the recipients are its path. Faults with `when: after` apply after `DATA`.
 */
export async function faultBeforeStep(
  sandbox: MicrosoftSandbox,
  step: 'RCPT' | 'DATA',
  recipients: string[],
): Promise<SmtpFaultEffect> {
  const [mailbox = null] = recipients
  const call = { service: 'smtp', method: step, path: recipients.join(', '), mailbox }
  return faultEffectOf(sandbox.faults.consume({ ...call, when: 'before' }))
}

/** Fault in the reply to an accepted mail. */
export async function faultAfterData(sandbox: MicrosoftSandbox, recipients: string[]): Promise<SmtpFaultEffect> {
  const [mailbox = null] = recipients
  const fault = sandbox.faults.consume({
    service: 'smtp',
    method: 'DATA',
    path: recipients.join(', '),
    mailbox,
    when: 'after',
  })
  const effect = await faultEffectOf(fault)
  // Default of a fault after the effect: the mail is accepted, and the reply is lost.
  return fault !== null && effect.refusal === null && effect.lost === null ? { ...effect, lost: 'cut' } : effect
}

async function faultEffectOf(fault: Fault | null): Promise<SmtpFaultEffect> {
  if (!fault) return NONE
  if (fault.delayMs) await realDelay(fault.delayMs)
  if (connectionOf(fault) === 'endless') return { ...NONE, lost: 'endless' }
  if (isConnectionLost(fault)) return { ...NONE, lost: fault.action === 'hang' ? 'hang' : 'cut' }
  return fault.status === undefined ? NONE : { ...NONE, refusal: refusalOf(fault, fault.status) }
}

/** RFC 3463: the class of the enhanced code equals the first digit of the reply code. Only 4xx and 5xx are errors. */
function refusalOf({ message }: Fault, status: number): Refusal {
  const code = status >= 400 ? status : 451
  return refusal(code, `${Math.trunc(code / 100)}.3.0`, message ?? 'The mail system is in trouble')
}
