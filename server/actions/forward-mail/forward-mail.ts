import { actionRunTexts, type RunReason } from '../../../contract/action-runs.ts'
import type { Context } from '../../context.ts'
import type { GraphDraft, GraphMessage } from '../../vendors/graph.ts'
import { readMail } from '../read-mail.ts'
import type { ActionRunner, RunEnding } from '../runner.ts'
import { isTo, type Place, type Progress } from './forward-progress.ts'
import { commentOf, createForward, lookForForward, writeForward, type ForwardRun } from './prepare-forward.ts'
import { obstacleTo } from './recipient.ts'
import { sendForward } from './send-forward.ts'

/** The mail as it came, with a fixed comment, to the saved address alone, once that address has agreed (decision T3). */
export const forwardMail: ActionRunner<'forward_mail'> = {
  async run(ctx, run) {
    const place = await lookForForward(ctx, run)
    if (place.state === 'sent') return forwarded(place.address, place.draft)
    if (place.state === 'theirs') return ended('skipped', 'draft_gone')
    if (place.state === 'unclear') return unclear(run, place)
    const mail = await readMail(ctx, run)
    if (!mail) return ended('skipped', 'mail_gone')
    const obstacle = await obstacleTo(ctx, run, mail)
    if (obstacle) return ended(obstacle.status, obstacle.reason)
    return forward(ctx, run, place)
  },

  async test(ctx, about) {
    const mail = await readMail(ctx, about)
    const obstacle = mail ? await obstacleTo(ctx, about, mail) : ({ status: 'skipped', reason: 'mail_gone' } as const)
    if (!mail || obstacle?.status === 'skipped')
      return { effects: [], text: null, notes: [actionRunTexts[obstacle?.reason ?? 'mail_gone']] }
    const effect = { kind: 'forward' as const, label: labelOf(about.config.destination_email), url: null }
    const notes = [attachmentsOf(mail), obstacle && actionRunTexts[obstacle.reason]]
    return { effects: [effect], text: commentOf(ctx), notes: notes.filter((note) => note !== null) }
  },
}

async function forward(
  ctx: Context,
  run: ForwardRun,
  place: Extract<Place, { state: 'none' | 'blank' | 'written' }>,
): Promise<RunEnding> {
  const address = run.config.destination_email
  const draft = place.state === 'none' ? await createForward(ctx, run) : place.draft
  if (!draft) return ended('skipped', 'mail_gone')
  const isReady = place.state === 'written' && isTo(draft, address)
  const ready: Place = isReady ? place : await writeForward(ctx, run, draft)
  if (ready.state !== 'written') return ended('skipped', 'draft_gone')
  const sent = await sendForward(ctx, run, ready.draft)
  if (sent.state === 'sent') return forwarded(address, sent.draft)
  return sent.state === 'theirs' ? ended('skipped', 'draft_gone') : ended('failed', 'sending_not_allowed')
}

/** Taken by Outlook and a draft all the same, or gone without a trace: its owner looks, and a retry then sends what is still a draft. */
async function unclear(run: ForwardRun, { known }: Extract<Place, { state: 'unclear' }>): Promise<RunEnding> {
  await run.before({ ...known, step: 'sending' } satisfies Progress)
  return ended('failed', 'unclear_outcome')
}

const labelOf = (address: string): string => `Forward to ${address}`

function attachmentsOf({ attachmentNames }: GraphMessage): string | null {
  return attachmentNames.length === 0 ? null : `Goes along: ${attachmentNames.join(', ')}`.slice(0, 300)
}

const forwarded = (address: string, sent: GraphDraft | null): RunEnding => ({
  status: 'done',
  reason: 'done',
  effects: [{ kind: 'forward', label: labelOf(address), url: sent?.webLink ?? null }],
  note: null,
})

const ended = (status: 'skipped' | 'failed', reason: RunReason): RunEnding => ({
  status,
  reason,
  effects: [],
  note: null,
})
