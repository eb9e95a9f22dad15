import { setTimeout as realDelay } from 'node:timers/promises'
import type { Fault } from '../kit/faults.ts'
import type { World } from '../kit/world.ts'
import { refusal, type Refusal } from './refusal.ts'

/** What a fault does to one step: the client is refused, hears nothing more, or waits for ever. */
export type Trouble = { refusal: Refusal | null; lost: 'cut' | 'hang' | null }

const NONE: Trouble = { refusal: null, lost: null }

/**
 * The trouble at `RCPT` (one recipient) or `DATA` (all of them, divided by commas): the step is the fault's method, the
 * recipients are its path. One with `when: after` waits for `DATA`, where something has come of it.
 */
export async function troubleAt(world: World, step: 'RCPT' | 'DATA', recipients: string[]): Promise<Trouble> {
  const [mailbox = null] = recipients
  const call = { service: 'smtp', method: step, path: recipients.join(', '), mailbox }
  return troubleOf(world.faults.take({ ...call, when: 'before' }))
}

/** The trouble with the answer to a mail that was accepted. */
export async function troubleAfter(world: World, recipients: string[]): Promise<Trouble> {
  const [mailbox = null] = recipients
  const fault = world.faults.take({
    service: 'smtp',
    method: 'DATA',
    path: recipients.join(', '),
    mailbox,
    when: 'after',
  })
  const trouble = await troubleOf(fault)
  // Accepted, and no word of it: what an answer after the effect is about unless the fault says otherwise.
  return fault !== null && trouble.refusal === null && trouble.lost === null ? { ...trouble, lost: 'cut' } : trouble
}

async function troubleOf(fault: Fault | null): Promise<Trouble> {
  if (!fault) return NONE
  if (fault.delayMs) await realDelay(fault.delayMs)
  if (fault.drop) return { ...NONE, lost: 'cut' }
  if (fault.action === 'hang') return { ...NONE, lost: 'hang' }
  return fault.status === undefined ? NONE : { ...NONE, refusal: refusalOf(fault, fault.status) }
}

/** RFC 3463: the class of the enhanced code is the first digit of the plain one. Only 4xx and 5xx say no. */
function refusalOf({ message }: Fault, status: number): Refusal {
  const code = status >= 400 ? status : 451
  return refusal(code, `${Math.trunc(code / 100)}.3.0`, message ?? 'The mail system is in trouble')
}
